import { HttpError } from '@foyer/server'
import type { EvmChain } from '../chains/chainConfig.ts'
import { parseAddress } from '../chains/parseAddress.ts'
import { isIndexed } from '../indexer/startIndexer.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'

/**
 * Selects the chains for an address: the named one, else every indexed chain of its namespace.
 *
 * @throws {@link HttpError} 400 for an invalid address or an unknown chain
 */
export function chooseChains(
  rpc: Pick<ChainRpc, 'chains' | 'findChain'>,
  { address: text, chainId }: { address: string; chainId: string | undefined },
): { address: string; chains: EvmChain[] } {
  const account = parseAddress(text)
  const named = chainId === undefined ? undefined : rpc.findChain(chainId)
  if (account === undefined || (named && named.namespace !== account.namespace))
    throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
  const { address, namespace } = account
  const chains = (chainId === undefined ? rpc.chains : [named])
    .filter((chain) => chain !== undefined)
    .filter((chain) => chain.namespace === namespace)
    .filter(isIndexed)
  if (chains.length > 0) return { address, chains }
  const field = chainId === undefined ? 'address' : 'chainId'
  throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field })
}
