import { formatUnits } from '@foyer/protocol'
import { referenceKey } from '../referenceKey.ts'

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
  note,
  reference,
  token,
}: {
  address: string
  amount: bigint
  decimals: number
  note?: string | undefined
  /** 64 hex digits. */
  reference?: string | undefined
  token?: string | undefined
}): string {
  const query = new URLSearchParams({ amount: formatUnits(amount, decimals) })
  if (token !== undefined) query.set('spl-token', token)
  if (reference !== undefined) query.set('reference', referenceKey(reference))
  if (note !== undefined) query.set('message', note)
  return `solana:${address}?${query}`
}
