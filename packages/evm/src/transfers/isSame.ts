/** True if two addresses are the same account: letter case is only a checksum. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
