import type { Network } from '@foyer/core'

/**
 * Writes a payment request as wallets read it from a code.
 *
 * @example ethereum:0x…@1?value=1500000000000000000
 * @source https://eips.ethereum.org/EIPS/eip-681
 */
export function writeRequest({
  address,
  amount,
  network,
  token,
}: {
  address: string
  amount: bigint
  network: Network
  token?: string | undefined
}): string {
  return token === undefined
    ? `ethereum:${address}@${network.id}?value=${amount}`
    : `ethereum:${token}@${network.id}/transfer?address=${address}&uint256=${amount}`
}
