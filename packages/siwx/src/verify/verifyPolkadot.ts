import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { verify } from '@scure/sr25519'
import type { Signed } from './signed.ts'

/** Byte of sr25519 before a signature that names its kind. */
const kind = 1

/**
 * Verifies an sr25519 signature of `signRaw`, in which wallets wrap the text. An account has a different address on each
 * chain: any of them fits.
 */
export async function verifyPolkadot({ message, signature, text }: Signed): Promise<boolean> {
  const given = hexToBytes(signature.replace(/^0x/, ''))
  const bytes = given.length === 65 && given[0] === kind ? given.subarray(1) : given
  const key = readKey(message.address)
  const wrapped = utf8ToBytes(`<Bytes>${text}</Bytes>`)
  return verify(wrapped, bytes, key) || verify(utf8ToBytes(text), bytes, key)
}

/** @throws Error for an address with a wrong checksum @source https://docs.polkadot.com SS58 */
function readKey(address: string): Uint8Array {
  const bytes = base58.decode(address)
  const start = bytes.length - 34
  const body = bytes.subarray(0, -2)
  const sum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 })
  const isRight = sum[0] === bytes.at(-2) && sum[1] === bytes.at(-1)
  if (!isRight || (start !== 1 && start !== 2)) throw new Error('no address')
  return body.subarray(start)
}
