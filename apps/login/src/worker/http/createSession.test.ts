import { FoyerError } from '@foyer/protocol'
import { authForget, custodyErrors } from '@foyer/protocol/custody'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ensureDevice } from '../store/createDevice.ts'
import { openRefreshToken } from '../store/deviceSecrets.ts'
import { memoryStore } from '../store/deviceStore.ts'
import { type CallOptions, StoreAnswer, type StoreClient } from './callStore.ts'
import { createSession } from './createSession.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const userId = '0123abcd-0000-4000-8000-000000000000'
const refused = (code: keyof typeof custodyErrors) =>
  new FoyerError(custodyErrors[code][1], { cause: new StoreAnswer(code, custodyErrors[code][0]) })
const offline = new FoyerError('http-failed')

/**
 * A login server whose access tokens live 100 s and whose session ends after an hour. Each refresh token is good once.
 * `fail` decides which of its calls are refused.
 */
async function openDevice() {
  const store = memoryStore()
  const device = await ensureDevice(store)
  const asked: unknown[] = []
  const spent = new Set<string>()
  const absExp = Date.now() + 3_600_000
  let count = 0
  const server = {
    fail: (_path: string, _token: string | undefined): FoyerError | undefined => undefined,
  }
  const auth = {
    async call({ path }: { path: string }, body: object, { accessToken }: CallOptions = {}) {
      asked.push('grant' in body ? body : accessToken)
      const failure = server.fail(path, accessToken)
      if (failure) throw failure
      if (!('grant' in body)) return { forgotten: true }
      if ('refreshToken' in body) {
        if (spent.has(String(body.refreshToken))) throw refused('token-invalid')
        spent.add(String(body.refreshToken))
      }
      const id = ++count
      const tokens = { accessToken: `a${id}`, refreshToken: `r${id}`, expiresIn: 100 }
      return { ...tokens, sid: `s${id}`, userId, absExp }
    },
  } as unknown as StoreClient
  const open = () => createSession({ auth, device, store })
  const session = open()
  const call = (of = session) => of.call(auth, authForget, { walletId: userId })
  const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms)
  const refresh = (id: number) => ({ grant: 'refresh', refreshToken: `r${id}` })
  /** The calls since the last time. */
  const calls = () => asked.splice(0)
  return { absExp, call, calls, device, open, pass, refresh, server, session, store }
}
const login = { grant: 'login', ticket: 't' }

test("logs in with a ticket, and stores the refresh token encrypted with the device's key", async () => {
  const { absExp, calls, device, session, store } = await openDevice()
  await session.logIn('t')
  expect(calls()).toEqual([login])
  const { session: stored } = (await store.read())!
  expect(stored).toMatchObject({ sid: 's1', userId, absExp })
  expect(await openRefreshToken(device, stored!)).toBe('r1')
  expect(await session.userId()).toBe(userId)
  expect(await session.isOpen()).toBe(true)
  expect(calls()).toEqual([])
})

test('uses an access token until 30 s before it expires, then fetches another', async () => {
  const { call, calls, pass, refresh, session } = await openDevice()
  await session.logIn('t')
  pass(69_999)
  await call()
  expect(calls()).toEqual([login, 'a1'])
  pass(1)
  await call()
  await call()
  expect(calls()).toEqual([refresh(1), 'a2', 'a2'])
})

test('a second login discards the token of the first, even when it fails', async () => {
  const { call, calls, refresh, server, session } = await openDevice()
  await session.logIn('t')
  await session.logIn('t')
  await call()
  expect(calls()).toEqual([login, login, 'a2'])
  server.fail = () => offline
  await expect(session.logIn('t')).rejects.toBe(offline)
  server.fail = () => undefined
  await call()
  expect(calls()).toEqual([login, refresh(2), 'a3'])
})

test('error: has no user without a session, or after the session has expired', async () => {
  const { absExp, calls, open, pass, refresh, session, store } = await openDevice()
  const nobody = expect.objectContaining({ code: 'unauthorized' })
  await expect(session.userId()).rejects.toEqual(nobody)
  expect(await session.isOpen()).toBe(false)
  await session.logIn('t')
  pass(absExp - Date.now() - 1)
  expect(await open().userId()).toBe(userId)
  expect(calls()).toEqual([login, refresh(1)])
  pass(1)
  await expect(open().userId()).rejects.toEqual(nobody)
  expect(calls()).toEqual([])
  expect(await open().isOpen()).toBe(false)
  expect((await store.read())!.session).toBeUndefined()
})

test('deletes a session that the server ended, but keeps it after any other failure', async () => {
  const { device, open, server, session, store } = await openDevice()
  await session.logIn('t')
  for (const failure of [offline, refused('proof-invalid'), new TypeError('no')]) {
    server.fail = () => failure as FoyerError
    await expect(open().isOpen()).rejects.toBe(failure)
    expect((await store.read())!.session).toBeDefined()
  }
  server.fail = () => refused('token-invalid')
  expect(await open().isOpen()).toBe(false)
  const { session: ended, ...rest } = (await store.read())!
  expect(ended).toBeUndefined()
  expect(rest).toEqual(device)
  // Another tab has deleted the whole record in the meantime.
  server.fail = () => undefined
  await open().logIn('t')
  server.fail = () => {
    void store.update(() => undefined)
    return refused('token-invalid')
  }
  expect(await open().isOpen()).toBe(false)
  expect(await store.read()).toBeUndefined()
})

test('repeats a call once with a new token when the server refuses the current one', async () => {
  const { call, calls, refresh, server, session } = await openDevice()
  await session.logIn('t')
  server.fail = (_, token) => (token === 'a1' ? refused('token-invalid') : undefined)
  expect(await call()).toEqual({ forgotten: true })
  expect(calls()).toEqual([login, 'a1', refresh(1), 'a2'])
  server.fail = (_, token) => (token ? refused('token-invalid') : undefined)
  await expect(call()).rejects.toMatchObject({ code: 'unauthorized' })
  expect(calls()).toEqual(['a2', refresh(2), 'a3'])
  server.fail = (_, token) => (token ? refused('account-frozen') : undefined)
  await expect(call()).rejects.toMatchObject({ code: 'account-frozen' })
  expect(calls()).toEqual(['a3'])
})

test('two tabs refresh one after the other, each with the refresh token that the other received', async () => {
  const { call, calls, open, refresh, session } = await openDevice()
  await session.logIn('t')
  await Promise.all([call(open()), call(open())])
  expect(new Set(calls())).toEqual(new Set([login, refresh(1), refresh(2), 'a2', 'a3']))
})

test('works without locks where the browser denies them, and never runs the work twice', async () => {
  const { calls, open, server } = await openDevice()
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const lockWith = (request: unknown) =>
    Object.defineProperty(navigator, 'locks', { value: request && { request }, configurable: true })
  const denied = new DOMException('denied', 'SecurityError')
  lockWith(() => Promise.reject(denied))
  await open().logIn('t')
  lockWith(undefined)
  await open().logIn('t')
  expect(calls()).toEqual([login, login])
  for (const failure of [
    new DOMException('stolen', 'AbortError'),
    new TypeError('SecurityError'),
  ]) {
    lockWith(() => Promise.reject(failure))
    await expect(open().logIn('t')).rejects.toBe(failure)
  }
  expect(calls()).toEqual([])
  // This error comes from the work itself, not from the lock.
  lockWith((_: string, run: () => Promise<unknown>) => run())
  server.fail = () => denied as unknown as FoyerError
  await expect(open().logIn('t')).rejects.toBe(denied)
  expect(calls()).toEqual([login])
})
