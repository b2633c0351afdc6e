import { type Foyer, loadBalances, refreshNativeBalance } from '@foyer/core'
import { balanceRetryMs } from '@foyer/core/internal'
import type { Namespace } from '@foyer/protocol'

/** Outcome of a load. */
export type Loaded =
  | { readonly status: 'success' }
  | {
      readonly status: 'error'
      /** Earliest time of a retry, ms since 1970. @source spec 9.5 */
      readonly retryAt: number
    }

/**
 * Loads the tokens of the account, with `force` bypassing the cache, and reads the native balance again. Never rejects.
 */
export async function loadAccount(
  foyer: Foyer,
  { force, namespace }: { force: boolean; namespace: Namespace },
): Promise<Loaded> {
  // Unless the read from the connect is still pending.
  if (force || !foyer.store.get().details[namespace]?.balanceLoading)
    refreshNativeBalance(foyer, { namespace }).catch((error) =>
      foyer.log('info', 'the native balance could not be read', error),
    )
  try {
    await loadBalances(foyer, { force, namespace })
    return { status: 'success' }
  } catch (error) {
    foyer.log('info', 'the tokens could not be loaded', error)
    const { lastRetry = 0 } = foyer.store.get().details[namespace] ?? {}
    return { status: 'error', retryAt: lastRetry + balanceRetryMs }
  }
}
