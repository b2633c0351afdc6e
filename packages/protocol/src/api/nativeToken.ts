import { parseAccountId } from '../caip.ts'

/** Addresses that stand for a network's own coin in token ids. @source docs/api.md */
const nativeTokens: readonly string[] = [`0x${'e'.repeat(40)}`, `So${'1'.repeat(39)}`]

/** True if a CAIP-10 token id stands for the network's own coin. */
export function isNativeToken(id: string): boolean {
  const address = parseAccountId(id)?.address ?? ''
  return nativeTokens.includes(address) || nativeTokens.includes(address.toLowerCase())
}

/** True if two CAIP-10 ids name the same token: the letter case of an `0x` address is its checksum only. */
export function isSameToken(one: string, other: string): boolean {
  const plain = (id: string) => (/:0x[0-9a-f]+$/i.test(id) ? id.toLowerCase() : id)
  return plain(one) === plain(other)
}
