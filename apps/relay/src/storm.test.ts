import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@foyer/devnet/freePort'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forkPeer, type PeerProcess } from './peerProcess.test.kit.ts'
import { type RelayProcess, spawnRelay } from './spawnRelay.test.kit.ts'

const metricsToken = 'metrics-of-the-storm'
/** Pairs of site and wallet, all behind one address. */
const pairCount = Number(process.env.STORM_PAIRS ?? 2)
/** `STORM_AWAY_S=50` sets how long the relay is away. */
const awayMs = 1000 * Number(process.env.STORM_AWAY_S ?? 5)

/**
 * A proxy that lets clients wait while the relay is away, as `lb_try_duration` of operate/Caddyfile does.
 *
 * @returns The URL for clients.
 */
async function startProxy(relayPort: number): Promise<string> {
  const server = createServer((client) => {
    const reach = () => {
      const relay = connect(relayPort, '127.0.0.1')
      relay.once('connect', () => {
        relay.off('error', retry)
        relay.on('error', () => {})
        client.pipe(relay).pipe(client)
        relay.on('close', () => client.end())
        client.on('close', () => relay.destroy())
      })
      const retry = () => !client.destroyed && setTimeout(reach, 250)
      relay.once('error', retry)
    }
    client.on('error', () => {})
    reach()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Waits until this many calls have subscribed. */
async function subscribed(relay: RelayProcess, count: number): Promise<void> {
  const counts =
    /^foyer_relay_request_seconds_count\{(?=.*irn_\w*ubscribe".*)(?=.*"ok").*\} (\d+)$/gm
  await vi.waitFor(async () => {
    const response = await fetch(`${relay.url.replace('ws:', 'http:')}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    const all = [...(await response.text()).matchAll(counts)].map((found) => Number(found[1]))
    expect(all.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(count)
  })
}

test('sign-client 2.17.1 on both sides, behind a proxy: after a SIGKILL all sessions work again, with default limits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const relayUrl = await startProxy(port)
  const env = { PORT: String(port), DATA_DIR: folder, METRICS_TOKEN: metricsToken }
  const launch = async () => {
    const relay = await spawnRelay(env)
    onTestFinished(async () => void (await relay.end('SIGKILL')))
    return relay
  }
  const first = await launch()
  const open = async (name: string) => {
    const peer = await forkPeer({ version: '2.17.1', relayUrl, name })
    onTestFinished(peer.end)
    return peer
  }
  const sites: PeerProcess[] = []
  for (let n = 0; n < pairCount; n++) {
    const [site, wallet] = [await open(`site ${n}`), await open(`wallet ${n}`)]
    await wallet.pair(await site.propose())
    await site.approved()
    expect(await site.request()).toBe('signed')
    sites.push(site)
  }
  await first.end('SIGKILL')
  await sleep(awayMs)
  const startedAt = performance.now()
  // A request sent while it reconnects makes this client open a second socket, and sometimes listen on neither.
  await subscribed(await launch(), 2 * pairCount)
  const answers = await Promise.all(
    sites.map(async (site) => {
      const answer = await site.request()
      console.log(`back after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
      return answer
    }),
  )
  expect(answers).toEqual(Array(pairCount).fill('signed'))
})
