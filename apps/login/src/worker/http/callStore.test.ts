import { authForget, createReleaseKey, openRelease, sealRelease } from '@foyer/protocol/custody'
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ensureDevice } from '../store/createDevice.ts'
import { memoryStore } from '../store/deviceStore.ts'
import { createStoreClient, isAnswer } from './callStore.ts'

const walletId = crypto.randomUUID()
const setId = crypto.randomUUID()
const plaintext = new Uint8Array(70).fill(4)

describe('a released share, compared to jose', () => {
  it('is decrypted by jose', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
      'deriveBits',
    ])
    const { kty, crv, x, y } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as never
    const jwe = await sealRelease({ plaintext, epk: { kty, crv, x, y }, walletId, setId })
    const { plaintext: opened, protectedHeader } = await compactDecrypt(jwe, pair.privateKey)
    expect(Uint8Array.from(opened)).toEqual(plaintext)
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM' })
    expect(Buffer.from(protectedHeader.apu as string, 'base64url').toString()).toBe(walletId)
  })

  it('is decrypted here when jose encrypted it', async () => {
    const { privateKey, epk } = await createReleaseKey()
    const text = new TextEncoder()
    const jwe = await new CompactEncrypt(plaintext)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .setKeyManagementParameters({ apu: text.encode(walletId), apv: text.encode(setId) })
      .encrypt(await importJWK({ ...epk }, 'ECDH-ES'))
    expect(await openRelease({ jwe, privateKey, walletId, setId })).toEqual(plaintext)
  })
})

describe('createStoreClient', () => {
  const answers = (...responses: Response[]) => {
    const calls: { url: string; init: RequestInit }[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      calls.push({ url: String(url), init: init! })
      return responses.shift() ?? new Response('', { status: 500 })
    }
    return { calls, fetch }
  }
  const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
    Response.json({ error: { code, message: code } }, { status, headers })
  const client = async (fetch: typeof globalThis.fetch) =>
    createStoreClient({
      baseUrl: 'https://login.example',
      device: await ensureDevice(memoryStore()),
      fetch,
    })
  const claims = ({ init }: { init: RequestInit }) => {
    const proof = (init.headers as Record<string, string>).DPoP!
    return JSON.parse(Buffer.from(proof.split('.')[1]!, 'base64url').toString())
  }

  it('retries once with the nonce that the server sent, and keeps it for the next call', async () => {
    const ok = () => Response.json({ forgotten: true })
    const { calls, fetch } = answers(
      refusal(401, 'use_dpop_nonce', { 'DPoP-Nonce': 'n1' }),
      ok(),
      ok(),
    )
    const store = await client(fetch)
    await store.call(authForget, { walletId })
    await store.call(authForget, { walletId })
    expect(calls.map((call) => claims(call).nonce)).toEqual([undefined, 'n1', 'n1'])
    expect(new Set(calls.map((call) => claims(call).jti)).size).toBe(3)
    expect(calls[0]!.init).toMatchObject({ credentials: 'omit', redirect: 'error', method: 'POST' })
  })

  it('keeps its nonce when an answer brings no new one', async () => {
    const ok = (headers: Record<string, string> = {}) =>
      Response.json({ forgotten: true }, { headers })
    const { calls, fetch } = answers(ok({ 'DPoP-Nonce': 'n1' }), ok(), ok({ 'DPoP-Nonce': 'n2' }))
    const store = await client(fetch)
    for (let n = 0; n < 4; n++) await store.call(authForget, { walletId }).catch(() => {})
    expect(calls.map((call) => claims(call).nonce)).toEqual([undefined, 'n1', 'n1', 'n2'])
  })

  it('sends the access token with a proof of it, and sets keepalive only when asked to', async () => {
    const { calls, fetch } = answers()
    const store = await client(fetch)
    for (const options of [{}, { accessToken: 'a1' }, { keepalive: true }])
      await store.call(authForget, { walletId }, options).catch(() => {})
    const headers = calls.map(({ init }) => init.headers as Record<string, string>)
    expect(headers.map(({ authorization }) => authorization)).toEqual([
      ...[undefined, 'DPoP a1', undefined],
    ])
    expect(calls.map((call) => typeof claims(call).ath)).toEqual([
      ...['undefined', 'string', 'undefined'],
    ])
    expect(calls.map(({ init }) => init.keepalive)).toEqual([undefined, undefined, true])
    expect(calls[0]!.url).toBe(`https://login.example${authForget.path}`)
  })

  it('gives a call 15 s, or as long as the caller allows', async () => {
    const given: number[] = []
    const late = new AbortController()
    const watch = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      given.push(ms)
      return late.signal
    })
    onTestFinished(() => watch.mockRestore())
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        const { signal } = init as { signal: AbortSignal }
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const store = await client(hanging)
    const page = new AbortController()
    const left = store.call(authForget, { walletId }, { signal: page.signal })
    page.abort()
    const details = authForget.path
    await expect(left).rejects.toMatchObject({ code: 'request-aborted', details })
    const pending = [
      store.call(authForget, { walletId }, { limitMs: 7, signal: new AbortController().signal }),
      store.call(authForget, { walletId }),
    ]
    const all = Promise.allSettled(pending)
    late.abort(new DOMException('late', 'TimeoutError'))
    for (const each of await all)
      expect(each).toMatchObject({ reason: { code: 'request-timed-out', details } })
    expect(given).toEqual([15_000, 7, 15_000])
  })

  it('error: reports the code that the server answered, and a clock that is wrong', async () => {
    const { fetch } = answers(
      refusal(401, 'proof-invalid'),
      refusal(401, 'token-invalid'),
      new Response('<html>', { status: 502 }),
    )
    const store = await client(fetch)
    const failure = () => store.call(authForget, { walletId }).catch((error: unknown) => error)
    const clock = await failure()
    expect(clock).toMatchObject({
      ...{ code: 'unauthorized', details: 'proof-invalid' },
      cause: { name: 'StoreAnswer', code: 'proof-invalid', status: 401, sentence: 'proof-invalid' },
    })
    expect([isAnswer(clock, 'proof-invalid'), isAnswer(clock, 'token-invalid')]).toEqual([
      ...[true, false],
    ])
    expect(await failure()).toMatchObject({ code: 'unauthorized', details: authForget.path })
    const broken = await failure()
    expect(broken).toMatchObject({
      ...{ code: 'http-failed', details: authForget.path },
      cause: { code: 'http-failed', status: 502, sentence: '', message: '502 http-failed' },
    })
    for (const other of [new Error('proof-invalid'), (clock as Error).cause, undefined])
      expect(isAnswer(other, 'proof-invalid')).toBe(false)
  })

  it('error: calls a server that keeps sending nonces only twice', async () => {
    const { calls, fetch } = answers(refusal(401, 'use_dpop_nonce'), refusal(401, 'use_dpop_nonce'))
    await expect((await client(fetch)).call(authForget, { walletId })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(calls).toHaveLength(2)
  })

  it.each([
    ['account-frozen', 403, 'account-frozen'],
    ['evidence-required', 403, 'recovery-evidence-required'],
    ['releases-exceeded', 429, 'limit-exceeded'],
    ['limit-exceeded', 429, 'limit-exceeded'],
    ['something-of-its-own', 500, 'http-failed'],
    ['__proto__', 400, 'http-failed'],
  ])('error: reports the refusal %s with its own error code', async (code, status, expected) => {
    const { fetch } = answers(refusal(status, code))
    await expect((await client(fetch)).call(authForget, { walletId })).rejects.toMatchObject({
      code: expected,
    })
  })

  it('error: rejects an answer of another shape, and a call without an answer', async () => {
    const { fetch } = answers(Response.json({ forgotten: 'yes' }))
    await expect((await client(fetch)).call(authForget, { walletId })).rejects.toMatchObject({
      code: 'http-failed',
    })
    const slow = () => Promise.reject(new DOMException('late', 'TimeoutError'))
    await expect((await client(slow)).call(authForget, { walletId })).rejects.toMatchObject({
      code: 'request-timed-out',
    })
  })
})
