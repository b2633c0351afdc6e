import * as v from 'valibot'
import { FoyerError } from '../errors.ts'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { exportPublicKey, importPublicKey, type PublicKey, publicKey } from './publicKey.ts'

type Bytes = Uint8Array<ArrayBuffer>

const text = (value: string) => new TextEncoder().encode(value)

/** Derives the content key of A256GCM from the Z of ECDH-ES. @source RFC 7518 section 4.6.2 (Concat KDF, one round of SHA-256) */
async function agree(
  privateKey: CryptoKey,
  other: CryptoKey,
  apu: Uint8Array,
  apv: Uint8Array,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const { subtle } = crypto
  const z = new Uint8Array(
    await subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256),
  )
  const sized = (bytes: Uint8Array) => [0, 0, 0, bytes.length, ...bytes]
  const info = Uint8Array.from([
    ...[0, 0, 0, 1],
    ...z,
    ...sized(text('A256GCM')),
    ...sized(apu),
    ...sized(apv),
    ...[0, 0, 1, 0],
  ])
  const key = await subtle.digest('SHA-256', info)
  z.fill(0)
  info.fill(0)
  return subtle.importKey('raw', key, 'AES-GCM', false, [use])
}

/** A key for one release; the private half is non-extractable and never leaves this process. */
export async function createReleaseKey(): Promise<{ privateKey: CryptoKey; epk: PublicKey }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  return { privateKey: pair.privateKey, epk: await exportPublicKey(pair.publicKey) }
}

/**
 * Encrypts a share for the worker: compact JWE, ECDH-ES with A256GCM, to the key of the request.
 *
 * @throws {@link FoyerError} `input-invalid` if `epk` is not a valid key
 * @source RFC 7516; RFC 7518 section 4.6
 */
export async function sealRelease({
  plaintext,
  epk,
  walletId,
  setId,
}: {
  plaintext: Bytes
  /** Ephemeral key of the request. */
  epk: PublicKey
  walletId: string
  setId: string
}): Promise<string> {
  const recipient = await importPublicKey(epk, 'ECDH')
  const own = await createReleaseKey()
  const [apu, apv] = [text(walletId), text(setId)]
  const header = encodeBase64Url(
    text(
      JSON.stringify({
        alg: 'ECDH-ES',
        enc: 'A256GCM',
        apu: encodeBase64Url(apu),
        apv: encodeBase64Url(apv),
        epk: own.epk,
      }),
    ),
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await agree(own.privateKey, recipient, apu, apv, 'encrypt')
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: text(header) },
      key,
      plaintext,
    ),
  )
  const cut = sealed.length - 16
  return [
    header,
    '',
    ...[iv, sealed.subarray(0, cut), sealed.subarray(cut)].map(encodeBase64Url),
  ].join('.')
}

/**
 * Decrypts the result of {@link sealRelease}, if it was sealed for this wallet, set and key.
 *
 * @throws {@link FoyerError} `share-unreadable`
 */
export async function openRelease({
  jwe,
  privateKey,
  walletId,
  setId,
}: {
  jwe: string
  privateKey: CryptoKey
  walletId: string
  setId: string
}): Promise<Bytes> {
  try {
    const [header = '', wrapped, iv = '', ciphertext = '', tag = '', ...rest] = jwe.split('.')
    if (wrapped !== '' || rest.length > 0) throw new Error('not five parts')
    const [apu, apv] = [text(walletId), text(setId)]
    const fields = v.parse(
      v.strictObject({
        alg: v.literal('ECDH-ES'),
        enc: v.literal('A256GCM'),
        apu: v.literal(encodeBase64Url(apu)),
        apv: v.literal(encodeBase64Url(apv)),
        epk: publicKey,
      }),
      JSON.parse(new TextDecoder().decode(decodeBase64Url(header))),
    )
    const key = await agree(
      privateKey,
      await importPublicKey(fields.epk, 'ECDH'),
      apu,
      apv,
      'decrypt',
    )
    const sealed = Uint8Array.from([...decodeBase64Url(ciphertext), ...decodeBase64Url(tag)])
    if (decodeBase64Url(iv).length !== 12 || decodeBase64Url(tag).length !== 16)
      throw new Error('IV or tag of another length')
    return new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: decodeBase64Url(iv), additionalData: text(header) },
        key,
        sealed,
      ),
    )
  } catch (cause) {
    throw new FoyerError('share-unreadable', {
      cause,
      details: 'The released share is not for this request, wallet and set.',
    })
  }
}
