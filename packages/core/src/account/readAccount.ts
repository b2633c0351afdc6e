import { formatAccountId, type Namespace } from '@foyer/protocol'
import type { AccountType } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { findNetwork } from '../network/readNetwork.ts'
import { type Account, type Connected, emptyDetails } from './account.ts'

/**
 * Returns the complete account of a namespace. Returns the same object until something in it changes.
 *
 * @param namespace - The active one if omitted.
 * @source spec 3.1
 */
export function readAccount(foyer: Foyer, namespace?: Namespace): Account {
  const state = foyer.store.get()
  const ns = namespace ?? state.activeNamespace
  const inputs = [
    state.connections[ns],
    state.details[ns],
    state.networks,
    state.preferredAccountTypes[ns],
  ]
  const known = foyer.running.accounts.get(ns)
  if (known && inputs.every((input, index) => input === known.inputs[index])) return known.account
  const account = composeAccount(foyer, ns)
  foyer.running.accounts.set(ns, { inputs, account })
  return account
}

function composeAccount(foyer: Foyer, namespace: Namespace): Account {
  const state = foyer.store.get()
  const connection = state.connections[namespace] ?? { status: 'disconnected' as const }
  const connected = connection.status === 'connected' ? connection : undefined
  const details = (connected && state.details[namespace]) ?? emptyDetails
  const address = connection.status === 'disconnected' ? undefined : connection.address
  const chainId = connection.status === 'disconnected' ? undefined : connection.chainId
  const network = chainId && findNetwork(state, chainId)
  const explorer = network?.blockExplorers?.default.url
  return {
    ...details,
    namespace,
    status: connection.status,
    address,
    chainId,
    preferredAccountType:
      state.preferredAccountTypes[namespace] ?? defaultAccountType(foyer, namespace, connected),
    caipAddress: address && chainId ? formatAccountId({ address, chainId }) : undefined,
    allAccounts: (connected?.accounts ?? []).map(({ address: one, type = 'eoa' }) => ({
      namespace,
      address: one,
      type,
    })),
    // Explorers of test networks select the network in the query.
    addressExplorerUrl: address && explorer?.replace(/\/*(\?.*)?$/, `/address/${address}$1`),
    connectedWalletInfo: connected && {
      name: (connected.wallet ?? connected.connector).name,
      icon: (connected.wallet ?? connected.connector).imageUrl,
      identifier: connected.connector.info?.rdns ?? connected.connector.id,
      social: details.socialProvider,
      type: connected.connector.type,
    },
    unsupportedNetwork: connected !== undefined && network === undefined,
  }
}

/** The site's default; `smartAccount` only if the wallet has one. */
function defaultAccountType(
  { options: { defaultAccountTypes } }: Foyer,
  namespace: Namespace,
  connected: Connected | undefined,
): AccountType | undefined {
  const type = defaultAccountTypes[namespace]
  const hasIt = connected?.accounts.some((account) => account.type === type)
  return type === 'smartAccount' && !hasIt ? 'eoa' : type
}
