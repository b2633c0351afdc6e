import { compactDecrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { exportPublicKey, thumbprint } from './publicKey.ts'
import { openFromRecoveryKey, sealToRecoveryKey } from './recoverySeal.ts'
import { createReleaseKey, openRelease, sealRelease } from './shareRelease.ts'

const plaintext = new Uint8Array(70).fill(3)
const place = { walletId: crypto.randomUUID(), setId: crypto.randomUUID() }
const unreadable = expect.objectContaining({ code: 'share-unreadable' })

describe('a release', () => {
  it('delivers the share to the key of the request, with different bytes each time', async () => {
    const { privateKey, epk } = await createReleaseKey()
    const [jwe, again] = await Promise.all(
      [0, 1].map(() => sealRelease({ plaintext, epk, ...place })),
    )
    expect(await openRelease({ jwe: jwe!, privateKey, ...place })).toEqual(plaintext)
    expect(jwe).not.toBe(again)
  })

  it('is a JWE as any library reads it', async () => {
    const { privateKey, epk } = await createReleaseKey()
    const jwe = await sealRelease({ plaintext, epk, ...place })
    const opened = await compactDecrypt(jwe, privateKey)
    expect(new Uint8Array(opened.plaintext)).toEqual(plaintext)
    expect(opened.protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM' })
  })

  it('rejects another key, wallet or set, a changed part and another format', async () => {
    const [{ privateKey, epk }, other] = await Promise.all([createReleaseKey(), createReleaseKey()])
    const jwe = await sealRelease({ plaintext, epk, ...place })
    const id = crypto.randomUUID()
    const attempts = [
      { jwe, privateKey: other.privateKey, ...place },
      { jwe, privateKey, ...place, walletId: id },
      { jwe, privateKey, ...place, setId: id },
      ...[0, 2, 3, 4].map((at) => {
        const parts = jwe.split('.')
        const bytes = decodeBase64Url(parts[at]!)
        bytes[bytes.length - 2]! ^= 1
        parts[at] = encodeBase64Url(bytes)
        return { jwe: parts.join('.'), privateKey, ...place }
      }),
      { jwe: jwe.replace('..', '.AA.'), privateKey, ...place },
      { jwe: `${jwe}.`, privateKey, ...place },
      { jwe: '', privateKey, ...place },
    ]
    for (const attempt of attempts) await expect(openRelease(attempt)).rejects.toEqual(unreadable)
  })

  it('keeps the private half of its key', async () => {
    const { privateKey } = await createReleaseKey()
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow()
  })
})

describe('a value sealed to a recovery key', () => {
  const aad = new TextEncoder().encode('place')
  it('opens with its private half and its additional data', async () => {
    const { privateKey, epk: recoveryKey } = await createReleaseKey()
    const other = await createReleaseKey()
    const sealed = await sealToRecoveryKey({ plaintext, recoveryKey, aad })
    const open = { sealed, privateKey, recoveryKey, aad }
    expect(await openFromRecoveryKey(open)).toEqual(plaintext)
    const bad = [
      { ...open, privateKey: other.privateKey },
      { ...open, recoveryKey: other.epk },
      { ...open, aad: new TextEncoder().encode('elsewhere') },
      { ...open, sealed: sealed.slice(0, -1) },
      { ...open, sealed: sealed.slice(1) },
      { ...open, sealed: new Uint8Array(0) },
    ]
    for (const attempt of bad)
      await expect(openFromRecoveryKey(attempt)).rejects.toEqual(unreadable)
  })
})

it('computes the thumbprint of RFC 7638, equal to that of the exported key', async () => {
  // EC example of RFC 9449 section 6.1.
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
    y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
  } as const
  expect(await thumbprint(jwk)).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  expect(Object.keys(await exportPublicKey(pair.publicKey)).sort()).toEqual([
    'crv',
    'kty',
    'x',
    'y',
  ])
})

it('rejects base64url that is padded, not canonical, or has other characters', () => {
  expect(decodeBase64Url('_-8')).toEqual(Uint8Array.of(0xff, 0xef))
  for (const text of ['_-8=', '_-9', 'A', '+/8', 'AA A'])
    expect(() => decodeBase64Url(text)).toThrow(expect.objectContaining({ code: 'input-invalid' }))
})
