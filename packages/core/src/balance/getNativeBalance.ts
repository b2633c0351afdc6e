import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Foyer } from '../createFoyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'

/**
 * The native balance of an address, from the chain.
 *
 * @returns Smallest units.
 * @throws FoyerError `address-invalid`, `network-undefined`, `method-not-supported`, `rpc-failed`, `request-timed-out`
 */
export async function getNativeBalance(
  foyer: Foyer,
  { address, chainId }: { address: string; chainId: ChainId },
): Promise<bigint> {
  const network = requireNetwork(foyer, chainId)
  const adapter = readAdapter(foyer, namespaceOf(chainId))
  if (!(await adapter.verifyAddress(address)))
    throw new FoyerError('address-invalid', { details: address })
  if (!adapter.getBalance)
    throw new FoyerError('method-not-supported', { details: adapter.namespace })
  return adapter.getBalance({ address, rpc: createRpc(foyer, network) })
}
