import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter, readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { readActiveChainId } from '../network/readNetwork.ts'
import { requireNetwork } from '../network/requireNetwork.ts'

/**
 * Reads the native balance of an address from the chain.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @returns Smallest units.
 * @throws FoyerError `not-connected` (without `address`), `address-invalid`, `network-undefined`,
 *   `method-not-supported`, `rpc-failed`, `request-timed-out`
 */
export async function getNativeBalance(
  foyer: Foyer,
  parameters: {
    address?: string | undefined
    chainId?: ChainId | undefined
    namespace?: Namespace | undefined
  } = {},
): Promise<bigint> {
  const namespace = parameters.chainId
    ? namespaceOf(parameters.chainId)
    : (parameters.namespace ?? foyer.store.get().activeNamespace)
  const adapter = readAdapter(foyer, namespace)
  const address = parameters.address ?? readConnection(foyer, namespace).connection.address
  const chainId = parameters.chainId ?? readActiveChainId(foyer, namespace)
  if (!chainId) throw new FoyerError('network-undefined', { details: namespace })
  const network = requireNetwork(foyer, chainId)
  if (!(await adapter.verifyAddress(address)))
    throw new FoyerError('address-invalid', { details: address })
  if (!adapter.getBalance)
    throw new FoyerError('method-not-supported', { details: adapter.namespace })
  return adapter.getBalance({ address, rpc: createRpc(foyer, network) })
}
