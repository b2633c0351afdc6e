import { fromHex, randomBytes, toHex, utf8 } from './bytes.ts'
import type { KeyPair, Primitives } from './primitives.ts'

/** Generates an X25519 pair. */
export async function makeKeyPair({ x25519 }: Pick<Primitives, 'x25519'>): Promise<KeyPair> {
  const privateKey = randomBytes(32)
  return {
    privateKey: toHex(privateKey),
    publicKey: toHex(await x25519.publicKeyOf(privateKey)),
  }
}

/**
 * Derives the topic of a 32-byte hex key.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-keys
 */
export async function topicOf(
  { sha256 }: Pick<Primitives, 'sha256'>,
  key: string,
): Promise<string> {
  return toHex(await sha256(fromHex(key, 32)))
}

/** Returns the id of a message on its topic. */
export async function hashMessage(
  { sha256 }: Pick<Primitives, 'sha256'>,
  message: string,
): Promise<string> {
  return toHex(await sha256(utf8(message)))
}

/** Derives the shared key of two peers, in hex. */
export async function agreeOnKey(
  { hkdf, x25519 }: Primitives,
  { privateKey, publicKey }: KeyPair,
): Promise<string> {
  const secret = await x25519.agree(fromHex(privateKey, 32), fromHex(publicKey, 32))
  return toHex(await hkdf(secret))
}
