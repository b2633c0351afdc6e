import { concat, toHex } from '@foyer/decode/internal'
import { sha256 } from '@noble/hashes/sha2.js'

/** Hashes the messages or digests to be signed; several are hashed together, each prefixed with its length. */
export function digestOf(messages: readonly Uint8Array[]): string {
  const parts = messages.map((message) => concat(lengthOf(message), message))
  return toHex(sha256(concat(...parts)))
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return length
}
