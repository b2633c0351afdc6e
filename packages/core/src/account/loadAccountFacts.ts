import type { Namespace } from '@foyer/protocol'
import { loadBalances } from '../balance/loadBalances.ts'
import { refreshNativeBalance } from '../balance/refreshNativeBalance.ts'
import { retryNativeBalance } from '../balance/retryNativeBalance.ts'
import type { Foyer } from '../foyer.ts'
import { loadIdentity } from '../identity/loadIdentity.ts'

/** Loads the native balance, name and picture of an account, and its tokens if requested. */
export async function loadAccountFacts(
  foyer: Foyer,
  { namespace, tokens }: { namespace: Namespace; tokens: boolean },
): Promise<void> {
  const adapter = foyer.adapters[namespace]
  const canTell = foyer.options.apiUrl !== undefined || adapter?.getTokenBalances
  const ends = await Promise.allSettled([
    ...(adapter?.getBalance ? [readBalance(foyer, namespace)] : []),
    loadIdentity(foyer, { namespace }),
    ...(tokens && canTell ? [loadBalances(foyer, { namespace })] : []),
  ])
  for (const end of ends)
    if (end.status === 'rejected')
      foyer.log('info', 'account facts could not be loaded', end.reason)
}

/** A failed read is retried in the background; callers do not wait for the retry. */
async function readBalance(foyer: Foyer, namespace: Namespace): Promise<void> {
  try {
    await refreshNativeBalance(foyer, { namespace })
  } catch (error) {
    void retryNativeBalance(foyer, namespace)
    throw error
  }
}
