import { type Hex, hexToBytes } from 'viem'

/** Gas of a transaction without call data. @source https://eips.ethereum.org/EIPS/eip-2028 */
export const transferGas = 21_000n

/**
 * Computes what the chain charges for call data in gas: for a transaction that also uses gas to run (`standard`), and for one
 * that has little else (`floor`).
 * @source https://eips.ethereum.org/EIPS/eip-7623
 */
export function callDataGas(data: Hex): { readonly standard: bigint; readonly floor: bigint } {
  const bytes = hexToBytes(data)
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0)
  const tokens = BigInt(zeros + 4 * (bytes.length - zeros))
  return { standard: tokens * 4n, floor: tokens * 10n }
}
