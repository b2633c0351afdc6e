import { type ChainId, isChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import type { ResolvedOptions } from '../options.ts'
import type { Storage } from '../storage/createStorage.ts'

/** Initial network when neither site nor user chose one. @source spec 9.8 */
export const defaultChainId: ChainId = 'eip155:1'

export const activeNetworkKey = 'active-network'
const parse = (stored: unknown) =>
  typeof stored === 'string' && isChainId(stored) ? stored : undefined

/** Picks each namespace's initial network: the stored one, the site's default, `eip155:1`, or the first. */
export function pickNetwork({
  options: { defaultNetwork, networks },
  storage,
}: {
  options: ResolvedOptions
  storage: Storage
}): {
  activeNamespace: Namespace
  activeChainIds: Partial<Record<Namespace, ChainId>>
} {
  const preferred =
    typeof defaultNetwork === 'object' ? defaultNetwork.caipNetworkId : defaultNetwork
  const offered = (chainId: ChainId | undefined) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.caipNetworkId
  const active =
    offered(storage.read(activeNetworkKey, parse)) ??
    offered(preferred) ??
    offered(defaultChainId) ??
    (networks[0]?.caipNetworkId as ChainId)
  const firsts = networks.map(
    ({ caipNetworkId, chainNamespace }) => [chainNamespace, caipNetworkId] as const,
  )
  return {
    activeNamespace: namespaceOf(active),
    activeChainIds: {
      ...Object.fromEntries(firsts.toReversed()),
      [namespaceOf(active)]: active,
    },
  }
}
