import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { farcasterUser, registerFid, type SiwfParams, signSiwf } from '@foyer/devnet'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { loginFarcaster, loginFarcasterEnd, openChannel, readChannel } from '@foyer/protocol/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice, site, startTestLogin, type TestLogin } from '../startTestLogin.test.kit.ts'

/** Answers of the relay. */
type Behaviour = {
  open?: (honest: object) => unknown
  status?: number
  read?: (params: SiwfParams) => Promise<unknown>
}
let server: TestLogin
let behave: Behaviour = {}
let asked: SiwfParams | undefined
const relay = createServer(async (request, response) => {
  const body = await bodyOf(request)
  const send = (status: number, json: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof json === 'string' ? json : JSON.stringify(json))
  if (request.url === openChannel.path) {
    asked = JSON.parse(body.toString()) as SiwfParams
    const honest = {
      channelToken: 'CHANNEL-1',
      nonce: asked.nonce,
      url: 'https://app.example/~/siwf?channelToken=CHANNEL-1',
    }
    return send(behave.status ?? 201, behave.open ? behave.open(honest) : honest)
  }
  if (request.url === readChannel.path && behave.read && asked)
    return send(behave.status ?? 200, await behave.read(asked))
  send(404, {})
})

beforeAll(async () => {
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as AddressInfo
  server = await startTestLogin({
    hasFarcaster: true,
    farcasterRelay: `http://127.0.0.1:${port}`,
    limits: { farcasterOfClientPerMinute: 1000 },
  })
})
afterAll(async () => {
  await server?.stop()
  relay.closeAllConnections()
  await new Promise((resolve) => relay.close(resolve))
})

const begin = async (behaviour: Behaviour) => {
  behave = behaviour
  const device = await openDevice(server)
  return { device, begun: await device.ask(loginFarcaster.path, { site }) }
}
/** The end of a login at this relay. */
const end = async (read: NonNullable<Behaviour['read']>) => {
  const { begun, device } = await begin({ read })
  const { txnId } = begun.body as { txnId: string }
  return device.ask(loginFarcasterEnd.path, { txnId })
}
const newOwner = async () => {
  const user = farcasterUser(`u${randomBytes(6).toString('hex')}`)
  await registerFid(server.farcaster!.chain.url, { fid: user.fid, custody: user.custody.address })
  return user
}
const completed = (signed: object) => ({ state: 'completed', ...signed })

test('[T72] logs in by the signature alone: another id, name and picture of the relay change nothing', async () => {
  const user = await newOwner()
  const { body, status } = await end(async (params) =>
    completed({
      ...(await signSiwf({ user, params, nowMs: server.now() })),
      ...{ fid: 3, custody: farcasterUser('cleo').custody.address },
      username: 'a\u202eb\u0000\n<b>admin</b>',
      pfpUrl: 'javascript:alert(1)',
      verifications: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    }),
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{ status: 'connected', fid: String(user.fid) },
    userName: 'ab <b>admin</b>',
  })
  expect(Object.keys(body).sort()).toEqual(['fid', 'status', 'ticket', 'userName'])
})

test('[T72] refuses an answer without a signature of its own, and one that was signed for another login', async () => {
  const user = await newOwner()
  const unsigned = { message: 'fid 1 is logged in', signature: '0x00', fid: 1, username: 'ada' }
  expect((await end(async () => completed(unsigned))).body).toEqual({ status: 'refused' })
  // The relay opens two logins, and gives the answer of the one to the other.
  const first = await begin({})
  const params = asked
  const stolen = await signSiwf({ user, params: params!, nowMs: server.now() })
  expect(first.begun.status).toBe(200)
  expect((await end(async () => completed(stolen))).body).toEqual({ status: 'refused' })
})

test.each<[string, Behaviour]>([
  ['another nonce', { open: (honest) => ({ ...honest, nonce: 'aaaaaaaaaaaaaaaa' }) }],
  ['a script as the address', { open: (honest) => ({ ...honest, url: 'javascript:alert(1)' }) }],
  ['a page of http', { open: (honest) => ({ ...honest, url: 'http://app.example/' }) }],
  ['a user in the address', { open: (honest) => ({ ...honest, url: 'https://a@app.example/' }) }],
  ['no token', { open: (honest) => ({ ...honest, channelToken: undefined }) }],
  ['a header as the token', { open: (honest) => ({ ...honest, channelToken: 'a\r\nx: y' }) }],
  ['no JSON', { open: () => '<html>' }],
  ['a megabyte', { open: (honest) => ({ ...honest, more: 'x'.repeat(1_000_000) }) }],
  ['status 500', { status: 500 }],
  ['a redirect', { status: 302 }],
])('[T72] opens no login when the relay answers with %s', async (_, behaviour) => {
  const { begun } = await begin(behaviour)
  expect(begun).toMatchObject({ status: 503, code: 'http-failed' })
})

test('ends a login whose channel the relay has forgotten, and waits while it does not answer', async () => {
  const { begun, device } = await begin({})
  const { txnId } = begun.body as { txnId: string }
  behave = { status: 500, read: async () => ({}) }
  const user = await newOwner()
  const waiting = device.call(loginFarcasterEnd, { txnId })
  behave = {
    read: async (params) => completed(await signSiwf({ user, params, nowMs: server.now() })),
  }
  expect(await waiting).toMatchObject({ status: 'connected' })
  const next = await begin({})
  const forgotten = { txnId: next.begun.body.txnId as string }
  expect(await next.device.call(loginFarcasterEnd, forgotten)).toEqual({ status: 'expired' })
})
