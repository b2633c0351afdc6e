/** The addresses that stand for a network's own coin in token ids. @source docs/api.md */
const nativeToken = /^eip155:[^:]+:0xe{40}$|^solana:[^:]+:So1{41}$/

/** True if a CAIP-10 token id stands for the network's own coin. */
export function isNativeToken(id: string): boolean {
  return nativeToken.test(plainId(id))
}

/** True if two CAIP-10 ids name the same token. */
export function isSameToken(one: string, other: string): boolean {
  return plainId(one) === plainId(other)
}

/** The letter case of an `0x` address is its checksum only. */
function plainId(id: string): string {
  return /:0x[0-9a-f]+$/i.test(id) ? id.toLowerCase() : id
}
