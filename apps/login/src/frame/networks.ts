import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import type { Boot } from '../boot.ts'

export type FrameNetwork = Boot['networks'][number]

/** The networks that the login site serves, and the active one. The page's own network list is ignored. */
export type Networks = {
  readonly all: readonly FrameNetwork[]
  /** Finds a network by its CAIP-2 id. @throws FoyerError `chain-unrecognised` for one that the login site does not serve */
  require(chainId: string): FrameNetwork
  /** The network last switched to in a namespace. @throws FoyerError `chain-unsupported` when there is none */
  active(namespace: Namespace): FrameNetwork
  /** The network last switched to, of any namespace. @throws FoyerError `chain-unsupported` */
  current(): FrameNetwork
  switchTo(network: FrameNetwork): void
}

export function createNetworks(all: readonly FrameNetwork[]): Networks {
  const active = new Map<Namespace, FrameNetwork>()
  let current: FrameNetwork | undefined
  const first = (found: FrameNetwork | undefined, namespace: string): FrameNetwork => {
    if (found) return found
    throw new FoyerError('chain-unsupported', { details: `No network of ${namespace} here.` })
  }
  const ofNamespace = (namespace: Namespace) =>
    active.get(namespace) ?? all.find(({ id }) => id.startsWith(`${namespace}:`))
  return {
    all,
    require(chainId) {
      const found = all.find(({ id }) => id === chainId)
      if (found) return found
      throw new FoyerError('chain-unrecognised', { details: `${chainId} is not served here.` })
    },
    active: (namespace) => first(ofNamespace(namespace), namespace),
    current: () => first(current ?? ofNamespace('eip155') ?? all[0], 'any chain family'),
    switchTo(network) {
      current = network
      active.set(namespaceOf(network.id as ChainId), network)
    },
  }
}
