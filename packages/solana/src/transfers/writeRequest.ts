import { formatUnits } from '@foyer/protocol'

/**
 * Writes a payment request as wallets read it from a code.
 *
 * @example solana:9xQe…?amount=1.5&spl-token=EPjF…
 * @source https://docs.solanapay.com/spec#specification-transfer-request
 */
export function writeRequest({
  address,
  amount,
  decimals,
  token,
}: {
  address: string
  amount: bigint
  decimals: number
  token?: string | undefined
}): string {
  const query = new URLSearchParams({ amount: formatUnits(amount, decimals) })
  if (token !== undefined) query.set('spl-token', token)
  return `solana:${address}?${query}`
}
