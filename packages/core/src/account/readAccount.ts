import { formatAccountId, type Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { findNetwork } from '../network/readNetwork.ts'
import type { FoyerState } from '../state.ts'
import type { Store } from '../store/createStore.ts'
import { type Account, emptyDetails } from './account.ts'

const memo = new WeakMap<
  Store<FoyerState>,
  Map<Namespace, { inputs: readonly unknown[]; account: Account }>
>()

/**
 * Everything there is to know of the account of a namespace. The same object until something in it changes.
 *
 * @param namespace - The active one when left out.
 * @source ledger 3.1
 */
export function readAccount(foyer: Foyer, namespace?: Namespace): Account {
  const state = foyer.store.get()
  const ns = namespace ?? state.activeNamespace
  const byNamespace = memo.get(foyer.store) ?? new Map()
  memo.set(foyer.store, byNamespace)
  const inputs = [state.connections[ns], state.details[ns], state.networks]
  const known = byNamespace.get(ns)
  if (known && inputs.every((input, index) => input === known.inputs[index])) return known.account
  const account = composeAccount(foyer, ns)
  byNamespace.set(ns, { inputs, account })
  return account
}

function composeAccount(foyer: Foyer, namespace: Namespace): Account {
  const state = foyer.store.get()
  const connection = state.connections[namespace] ?? { status: 'disconnected' as const }
  const details = state.details[namespace] ?? emptyDetails
  const address = connection.status === 'disconnected' ? undefined : connection.address
  const chainId = connection.status === 'disconnected' ? undefined : connection.chainId
  const network = chainId && findNetwork(state, chainId)
  const connected = connection.status === 'connected' ? connection : undefined
  const explorer = network?.blockExplorers?.default.url.replace(/\/+$/, '')
  return {
    ...details,
    namespace,
    status: connection.status,
    address,
    chainId,
    caipAddress: address && chainId ? formatAccountId({ address, chainId }) : undefined,
    allAccounts: (connected?.accounts ?? []).map(({ address: one, type = 'eoa' }) => ({
      namespace,
      address: one,
      type,
    })),
    addressExplorerUrl: address && explorer ? `${explorer}/address/${address}` : undefined,
    connectedWalletInfo: connected && {
      name: connected.connector.name,
      icon: connected.connector.imageUrl,
      identifier: connected.connector.info?.rdns ?? connected.connector.id,
      social: details.socialProvider,
      type: connected.connector.type,
    },
    unsupportedNetwork: connected !== undefined && network === undefined,
  }
}
