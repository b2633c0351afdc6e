import { connect } from 'node:net'
import {
  authPrepare,
  authRelease,
  createReleaseKey,
  encodeBase64Url,
  encodeShare,
} from '@foyer/protocol/custody'
import { loginEmail } from '@foyer/protocol/login'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { median } from '../percentile.ts'
import { type Device, logInDevice, openDevice } from './device.ts'
import type { Servers } from './startServers.ts'

const sliceMs = 2_000
const slices = 3
/** Number of concurrent calls. */
const parallel = 8

/** Measures operations per second with `parallel` at once; the median of the slices. */
async function perSecond(act: () => Promise<unknown>): Promise<number> {
  const rates: number[] = []
  for (let slice = 0; slice <= slices; slice++) {
    const until = performance.now() + sliceMs
    let done = 0
    const worker = async () => {
      while (performance.now() < until) {
        await act()
        done++
      }
    }
    await Promise.all(Array.from({ length: parallel }, worker))
    // The first slice warms up.
    if (slice > 0) rates.push(done / (sliceMs / 1000))
  }
  return median(rates)
}

/** Auth shares that the login server releases per second, and the rate of a bare route. */
export async function measureReleases(
  servers: Servers,
): Promise<{ releases: number; bare: number }> {
  const device = await openDevice(servers.urls.login)
  const { accessToken } = await logInDevice(device, servers, 'shares@bench.test')
  const [walletId, setId, otherSetId, changeId] = Array.from({ length: 4 }, () =>
    crypto.randomUUID(),
  ) as [string, string, string, string]
  const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
  const fp = random(16)
  const shareOf = (id: string) =>
    encodeBase64Url(
      encodeShare({ role: 'auth', walletId, setId: id, epoch: 1, share: random(17), fp }),
    )
  await device.call(
    authPrepare,
    {
      changeId,
      baseEpoch: 0,
      mode: 'auto',
      wallet: {
        walletId,
        epoch: 1,
        fp: encodeBase64Url(fp),
        evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        sol: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      },
      sets: [
        { setId, kind: 'device', share: shareOf(setId) },
        { setId: otherSetId, kind: 'recovery', share: shareOf(otherSetId) },
      ],
    },
    { accessToken },
  )
  const { epk } = await createReleaseKey()
  const releases = await perSecond(() =>
    device.call(
      authRelease,
      // A share of a prepared change is released by the same code, with `verify`.
      { walletId, setId, purpose: 'verify', rid: crypto.randomUUID(), epk },
      { accessToken },
    ),
  )

  const app = new Hono().post('/', async (c) => c.json({ got: await c.req.json() }))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const body = JSON.stringify({ walletId, setId, purpose: 'verify', epk })
  const bare = await perSecond(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await response.json()
  })
  await new Promise((resolve) => server.close(resolve))
  return { releases, bare }
}

/**
 * Tests whether the response time reveals that an address has an account: known and unknown ones in turn, Welch's t.
 *
 * @source security T53
 */
export async function measureAnswers(
  servers: Servers,
  pairs = 40,
): Promise<{ knownMs: number; unknownMs: number; t: number }> {
  const known: string[] = []
  for (let count = 0; count < pairs; count++) {
    const email = `known-${count}@bench.test`
    await logInDevice(await openDevice(servers.urls.login), servers, email)
    known.push(email)
  }
  // The vault mails one link to an address in 30 s, so move the clock past the logins above.
  servers.pass(31)
  const stranger: Device = await openDevice(servers.urls.login)
  await stranger.call(loginEmail, { email: 'first@bench.test' })
  const ask = async (email: string) => {
    const startedAt = performance.now()
    await stranger.call(loginEmail, { email })
    return performance.now() - startedAt
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [count, email] of known.entries()) {
    times.known.push(await ask(email))
    times.unknown.push(await ask(`unknown-${count}@bench.test`))
  }
  const one = momentsOf(times.known)
  const other = momentsOf(times.unknown)
  const t = (one.mean - other.mean) / Math.sqrt(one.variance / pairs + other.variance / pairs)
  return { knownMs: one.mean, unknownMs: other.mean, t }
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (values.length - 1) }
}

/**
 * Measures how long others wait while 200 clients send slowly and one sends an endless body, ms.
 *
 * @source security T111
 */
export async function measureUnderAttack({ login }: Servers): Promise<readonly number[]> {
  const slow = Array.from({ length: 200 }, () => {
    const socket = connect(login.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /v1/login/email HTTP/1.1\r\nhost: x\r\n')
    const drip = setInterval(() => socket.write('x-more: 1\r\n'), 500)
    return () => {
      clearInterval(drip)
      socket.destroy()
    }
  })
  const endless = connect(login.port, '127.0.0.1')
  endless.on('error', () => {})
  endless.write(
    'POST /v1/login/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n',
  )
  const flood = setInterval(() => endless.write(Buffer.alloc(65_536, '[')), 1)
  const waits: number[] = []
  for (let count = 0; count < 100; count++) {
    const startedAt = performance.now()
    await (await fetch(`${login.url}/health`)).text()
    waits.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  clearInterval(flood)
  endless.destroy()
  for (const end of slow) end()
  return waits
}
