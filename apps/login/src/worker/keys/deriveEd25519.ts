import type { Arena } from './arena.ts'
import { hmacSha512 } from './hmacSha512.ts'

const label = new TextEncoder().encode('ed25519 seed')

/** m/44'/501'/0'/0' */
export const solanaPath: readonly number[] = [44, 501, 0, 0]

/** Derives the private seed (32 bytes, in the arena) at a path of hardened indexes. @source SLIP-10 for ed25519 */
export function deriveEd25519(
  arena: Arena,
  { seed, path }: { seed: Uint8Array; path: readonly number[] },
): Uint8Array<ArrayBuffer> {
  let node = hmacSha512(arena, label, seed)
  for (const index of path) {
    const message = arena.take(37)
    message.set(node.subarray(0, 32), 1)
    new DataView(message.buffer, message.byteOffset).setUint32(33, (index | 0x8000_0000) >>> 0)
    node = hmacSha512(arena, node.subarray(32), message)
  }
  return node.subarray(0, 32)
}
