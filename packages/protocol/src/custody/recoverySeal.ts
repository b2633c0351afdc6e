import { FoyerError } from '../errors.ts'
import { importAesKey, openAes, sealAes } from './aesGcm.ts'
import { importPublicKey, type PublicKey } from './publicKey.ts'
import { createReleaseKey } from './shareRelease.ts'

type Bytes = Uint8Array<ArrayBuffer>

const pointBytes = 65

async function agree(privateKey: CryptoKey, other: CryptoKey, salt: Bytes): Promise<CryptoKey> {
  const { subtle } = crypto
  const z = await subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256)
  const material = await subtle.importKey('raw', z, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('foyer1:rec:seal')
  return importAesKey(
    new Uint8Array(
      await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, material, 256),
    ),
  )
}

async function rawPoint(jwk: PublicKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', await importPublicKey(jwk, 'ECDH')))
}

/**
 * Encrypts to the user's recovery key (P-256): `ephemeral point (65) || IV (12) || ciphertext`.
 *
 * Anyone with the public key can do this, so the result does not prove its sender.
 * @throws {@link FoyerError} `input-invalid`
 */
export async function sealToRecoveryKey({
  plaintext,
  recoveryKey,
  aad,
}: {
  plaintext: Bytes
  recoveryKey: PublicKey
  aad: Bytes
}): Promise<Bytes> {
  const own = await createReleaseKey()
  const ephemeral = await rawPoint(own.epk)
  const salt = Uint8Array.from([...ephemeral, ...(await rawPoint(recoveryKey))])
  const key = await agree(own.privateKey, await importPublicKey(recoveryKey, 'ECDH'), salt)
  return Uint8Array.from([...ephemeral, ...(await sealAes(key, plaintext, aad))])
}

/** Decrypts the result of {@link sealToRecoveryKey}. @throws {@link FoyerError} `share-unreadable` */
export async function openFromRecoveryKey({
  sealed,
  privateKey,
  recoveryKey,
  aad,
}: {
  sealed: Bytes
  privateKey: CryptoKey
  recoveryKey: PublicKey
  aad: Bytes
}): Promise<Bytes> {
  const ephemeral = sealed.slice(0, pointBytes)
  let other: CryptoKey
  try {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    other = await crypto.subtle.importKey('raw', ephemeral, curve, true, [])
  } catch (cause) {
    throw new FoyerError('share-unreadable', {
      cause,
      details: 'It does not start with a point of the curve.',
    })
  }
  const salt = Uint8Array.from([...ephemeral, ...(await rawPoint(recoveryKey))])
  return openAes(await agree(privateKey, other, salt), sealed.slice(pointBytes), aad)
}
