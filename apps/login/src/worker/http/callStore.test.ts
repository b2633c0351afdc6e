import { authForget, createReleaseKey, openRelease, sealRelease } from '@foyer/protocol/custody'
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { ensureDevice } from '../store/createDevice.ts'
import { memoryStore } from '../store/deviceStore.ts'
import { createStoreClient } from './callStore.ts'

const walletId = crypto.randomUUID()
const setId = crypto.randomUUID()
const plaintext = new Uint8Array(70).fill(4)

describe('a release next to jose', () => {
  it('is opened by jose', async () => {
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

  it('is opened here when jose sealed it', async () => {
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

  it('retries once with the server’s nonce, and keeps it', async () => {
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

  it('error: asks a server that keeps sending nonces only twice', async () => {
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
  ])('error: %s', async (code, status, expected) => {
    const { fetch } = answers(refusal(status, code))
    await expect((await client(fetch)).call(authForget, { walletId })).rejects.toMatchObject({
      code: expected,
    })
  })

  it('error: rejects an answer of another shape, and a missing one', async () => {
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
