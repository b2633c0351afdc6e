import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { tokenAddress } from '../send/tokenAddress.ts'

/**
 * Writes a request to pay the connected account on its network, as wallets read it from a code: EIP-681 or Solana Pay.
 *
 * @param parameters.amount - In the smallest unit, above 0.
 * @param parameters.decimals - Of the token. @default those of the network's own coin
 * @throws FoyerError `not-connected`, `network-undefined`, `params-invalid` (the amount), `token-required` (a token
 *   without decimals), `address-invalid` (the token), `chain-unsupported` (the namespace has no such requests)
 */
export async function writePaymentRequest(
  foyer: Foyer,
  parameters: {
    amount: bigint
    decimals?: number | undefined
    token?: string | undefined
    namespace?: Namespace | undefined
  },
): Promise<string> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { address, chainId } = connection
  const { amount } = parameters
  const network = requireNetwork(foyer, chainId)
  if (typeof amount !== 'bigint' || amount <= 0n)
    throw new FoyerError('params-invalid', { details: 'amount must be a bigint above 0.' })
  const token = tokenAddress(parameters.token, chainId)
  if (token !== undefined && parameters.decimals === undefined)
    throw new FoyerError('token-required', { details: 'The decimals of the token are needed.' })
  if (token !== undefined && !(await adapter.verifyAddress(token)))
    throw new FoyerError('address-invalid', { details: token })
  if (!adapter.transfers) throw new FoyerError('chain-unsupported', { details: adapter.namespace })
  const { writeRequest } = await adapter.transfers()
  const { decimals = network.nativeCurrency.decimals } = parameters
  return writeRequest({ address, amount, decimals, network, token })
}
