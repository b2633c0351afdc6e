import { FoyerError } from '../errors.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An AES-256-GCM key from 32 bytes; no script reads it again. */
export async function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  if (bytes.length !== 32) throw new FoyerError('input-invalid', { details: 'A key has 32 bytes.' })
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** A fresh 12-byte IV and the ciphertext with its tag, in one. The IV is new for every call. */
export async function sealAes(key: CryptoKey, plaintext: Bytes, aad: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ct = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: aad },
    key,
    plaintext,
  )
  const bytes = new Uint8Array(12 + ct.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(ct), 12)
  return bytes
}

/** What {@link sealAes} sealed. @throws {@link FoyerError} `share-unreadable` when key, bytes or place are others */
export async function openAes(key: CryptoKey, sealed: Bytes, aad: Bytes): Promise<Bytes> {
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: sealed.subarray(0, 12), additionalData: aad },
        key,
        sealed.subarray(12),
      ),
    )
  } catch (cause) {
    throw new FoyerError('share-unreadable', {
      cause,
      details:
        'The sealed bytes, their key or the place they stand in is not the one they were made for.',
    })
  }
}
