import type { Namespace } from '@foyer/protocol'
import { loadBalances } from '../balance/loadBalances.ts'
import { refreshNativeBalance } from '../balance/refreshNativeBalance.ts'
import type { Foyer } from '../foyer.ts'

/** Refreshes the balances that were loaded, after a transaction. A failure is only logged. */
export function refreshSpent(foyer: Foyer, namespace: Namespace): void {
  const refreshes = [refreshNativeBalance(foyer, { namespace })]
  if (foyer.store.get().details[namespace]?.tokenBalance)
    refreshes.push(loadBalances(foyer, { namespace, force: true }))
  Promise.all(refreshes).catch((error) =>
    foyer.log('info', 'the balance could not be refreshed', error),
  )
}
