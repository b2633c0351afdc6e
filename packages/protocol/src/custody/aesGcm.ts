import { FoyerError } from '../errors.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Imports 32 bytes as a non-extractable AES-256-GCM key. */
export async function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  if (bytes.length !== 32)
    throw new FoyerError('input-invalid', { details: 'A key must have 32 bytes.' })
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts to a fresh 12-byte IV followed by the ciphertext and its tag. */
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

/** Decrypts the result of {@link sealAes}. @throws {@link FoyerError} `share-unreadable` if key, bytes or additional data differ */
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
      details: 'The sealed bytes, their key or their additional data do not match.',
    })
  }
}
