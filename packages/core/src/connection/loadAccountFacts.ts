import type { Namespace } from '@foyer/protocol'
import { loadBalances } from '../balance/loadBalances.ts'
import { refreshNativeBalance } from '../balance/refreshNativeBalance.ts'
import type { Foyer } from '../createFoyer.ts'
import { loadIdentity } from '../identity/loadIdentity.ts'

/** Asks for the coins, the name and the picture of an account, and for its tokens where they are wanted. */
export async function loadAccountFacts(
  foyer: Foyer,
  { namespace, tokens }: { namespace: Namespace; tokens: boolean },
): Promise<void> {
  const adapter = foyer.adapters[namespace]
  const canTell = foyer.options.apiUrl !== undefined || adapter?.getTokenBalances
  const ends = await Promise.allSettled([
    ...(adapter?.getBalance ? [refreshNativeBalance(foyer, { namespace })] : []),
    loadIdentity(foyer, { namespace }),
    ...(tokens && canTell ? [loadBalances(foyer, { namespace })] : []),
  ])
  for (const end of ends)
    if (end.status === 'rejected')
      foyer.log('info', 'account facts could not be loaded', end.reason)
}
