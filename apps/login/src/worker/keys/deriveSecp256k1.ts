import { pointFromScalar, privateAdd } from 'tiny-secp256k1'
import type { Arena } from './arena.ts'
import { hmacSha512 } from './hmacSha512.ts'

const hardened = 0x8000_0000
const label = new TextEncoder().encode('Bitcoin seed')

/** m/44'/60'/0'/0/0 */
export const evmPath: readonly number[] = [hardened + 44, hardened + 60, hardened, 0, 0]

/**
 * Derives the private key (32 bytes, in the arena) at a BIP-32 path. Uses WASM for curve arithmetic, since BigInts can
 * not be wiped.
 *
 * @source BIP-32 "Private parent key → private child key"
 */
export function deriveSecp256k1(
  arena: Arena,
  { seed, path }: { seed: Uint8Array; path: readonly number[] },
): Uint8Array<ArrayBuffer> {
  let node = hmacSha512(arena, label, seed)
  for (const index of path) {
    const message = arena.take(37)
    const key = node.subarray(0, 32)
    if (index >= hardened) message.set(key, 1)
    else message.set(pointFromScalar(key, true)!)
    new DataView(message.buffer, message.byteOffset).setUint32(33, index)
    const next = hmacSha512(arena, node.subarray(32), message)
    // Invalid for one seed in 2^127. BIP-32 says to use the next index; like other wallets, this one throws instead.
    const child = privateAdd(key, next.subarray(0, 32))
    if (!child) throw new RangeError('This seed has no key at this path.')
    next.set(child)
    child.fill(0)
    node = next
  }
  return node.subarray(0, 32)
}
