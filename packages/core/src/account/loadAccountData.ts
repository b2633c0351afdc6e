import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { findNetwork } from '../network/readNetwork.ts'
import { setDetails } from './setDetails.ts'

/**
 * Loads balance, name and image of an account in the background. Failures are logged; each value keeps its own loading
 * state. The code is a separate chunk, loaded once a wallet is connected.
 *
 * @param parameters.tokens - Load its tokens too. @default false
 */
export function loadAccountData(
  foyer: Foyer,
  namespace: Namespace,
  { tokens = false }: { tokens?: boolean } = {},
): void {
  const writeLoading = setLoading(foyer, namespace)
  writeLoading(true)
  import('./loadAccountFacts.ts')
    .then(({ loadAccountFacts }) => loadAccountFacts(foyer, { namespace, tokens }))
    .catch((error) => foyer.log('info', 'account facts could not be loaded', error))
    .finally(() => writeLoading(false))
}

/** Marks the balance as loading, so that 0 is not shown before the first read. */
function setLoading(foyer: Foyer, namespace: Namespace): (balanceLoading: boolean) => void {
  const owner = foyer.store.get().connections[namespace]
  if (owner?.status !== 'connected' || !foyer.adapters[namespace]?.getBalance) return () => {}
  const network = findNetwork(foyer.store.get(), owner.chainId)
  if (!network) return () => {}
  const balanceSymbol = network.nativeCurrency.symbol
  return (balanceLoading) =>
    setDetails(foyer, {
      details: { balanceLoading, balanceSymbol },
      forAddress: owner.address,
      forChainId: owner.chainId,
      namespace,
    })
}
