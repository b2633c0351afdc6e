import { HttpError } from '@foyer/server'
import type { Chain, EvmChain, SolanaChain } from '../chains/chainConfig.ts'
import { parseAddress } from '../chains/parseAddress.ts'
import { isIndexed } from '../indexer/startIndexer.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { sourceConfigOf } from './sources/sourceConfigOf.ts'

/**
 * Selects the chains for an address: the named one, else every chain of its namespace that has a history.
 *
 * @throws {@link HttpError} 400 for an invalid address or an unknown chain
 */
export function chooseChains(
  rpc: Pick<ChainRpc, 'chains' | 'findChain'>,
  { address: text, chainId }: { address: string; chainId: string | undefined },
): { address: string; chains: EvmChain[] } | { address: string; chains: SolanaChain[] } {
  const account = parseAddress(text)
  const named = chainId === undefined ? undefined : rpc.findChain(chainId)
  if (account === undefined || (named && named.namespace !== account.namespace))
    throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
  const { address, namespace } = account
  const chosen = (chainId === undefined ? rpc.chains : [named]).filter(
    (chain) => chain !== undefined,
  )
  // Hosted sources are asked for one chain at a time.
  const evm = chosen.filter(isIndexed)
  if (named?.namespace === 'eip155' && sourceConfigOf(named)) evm.push(named)
  const solana = chosen
    .filter(isOnSolana)
    .filter((chain) => named !== undefined || sourceConfigOf(chain) === undefined)
  if (namespace === 'eip155' && evm.length > 0) return { address, chains: evm }
  if (namespace === 'solana' && solana.length > 0) return { address, chains: solana }
  const field = chainId === undefined ? 'address' : 'chainId'
  throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field })
}

const isOnSolana = (chain: Chain): chain is SolanaChain =>
  chain.namespace === 'solana' && chain.history !== false
