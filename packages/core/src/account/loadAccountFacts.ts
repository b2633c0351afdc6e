import type { Namespace } from '@foyer/protocol'
import { loadBalances } from '../balance/loadBalances.ts'
import { refreshNativeBalance } from '../balance/refreshNativeBalance.ts'
import { retryNativeBalance } from '../balance/retryNativeBalance.ts'
import type { Foyer } from '../foyer.ts'
import { loadIdentity } from '../identity/loadIdentity.ts'

/** Asks for the coins, the name and the picture of an account, and for its tokens where they are wanted. */
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

/** A read that failed goes on in the background: what waits for these facts does not wait for it. */
async function readBalance(foyer: Foyer, namespace: Namespace): Promise<void> {
  try {
    await refreshNativeBalance(foyer, { namespace })
  } catch (error) {
    void retryNativeBalance(foyer, namespace)
    throw error
  }
}
