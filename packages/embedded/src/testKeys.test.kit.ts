import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, hex } from '@scure/base'

/** For tests only. */
const secret = new Uint8Array(32).fill(7)

/** The bytes that a wallet signs. @source https://eips.ethereum.org/EIPS/eip-191 */
function personalHash(message: string): Uint8Array {
  const bytes = hex.decode(message.slice(2))
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return keccak_256(new Uint8Array([...prefix, ...bytes]))
}

function toAddress(publicKey: Uint8Array): string {
  return `0x${hex.encode(keccak_256(publicKey.slice(1)).slice(-20))}`
}

export const addressOf = (): string => toAddress(secp256k1.getPublicKey(secret, false))
export const pubkey: string = base58.encode(ed25519.getPublicKey(secret))

export function signPersonal(message: string): string {
  const [recovery = 0, ...rs] = secp256k1.sign(personalHash(message), secret, {
    prehash: false,
    format: 'recovered',
  })
  return `0x${hex.encode(new Uint8Array([...rs, recovery + 27]))}`
}

/** Recovers the signer. */
export function recoverPersonal(message: string, signature: string): string {
  const bytes = hex.decode(signature.slice(2))
  const recovered = new Uint8Array([(bytes[64] as number) - 27, ...bytes.slice(0, 64)])
  const point = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(
    personalHash(message),
  )
  return toAddress(point.toBytes(false))
}

export const signSolana = (message: string): string =>
  base58.encode(ed25519.sign(base58.decode(message), secret))

export const verifySolana = (message: string, signature: string): boolean =>
  ed25519.verify(base58.decode(signature), base58.decode(message), base58.decode(pubkey))
