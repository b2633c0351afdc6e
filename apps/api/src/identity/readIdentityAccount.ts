import { isChainId } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'

/**
 * Parses the account of a request for a name or picture.
 * @returns undefined for accounts of other families: names are kept for EVM accounts.
 * @throws {@link HttpError} 400 that names the field
 */
export function readIdentityAccount(
  address: string,
  chainId: string,
): { address: Address; chainId: string } | undefined {
  if (!isChainId(chainId))
    throw new HttpError(400, 'params-invalid', 'chainId: not a CAIP-2 id', { field: 'chainId' })
  if (!chainId.startsWith('eip155:')) return undefined
  if (!isAddress(address, { strict: false }))
    throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
  return { address: getAddress(address), chainId }
}
