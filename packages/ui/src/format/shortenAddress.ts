/**
 * Shortens an address: `0x1234…abcd`, or `7Np4…x9Qz` where there is no prefix.
 *
 * @returns The whole text when it is no longer than its short form.
 */
export function shortenAddress(address: string): string {
  const head = /^0x/i.test(address) ? 6 : 4
  return address.length <= head + 5 ? address : `${address.slice(0, head)}…${address.slice(-4)}`
}
