import { balanceRetryMs, type Foyer, loadBalances, refreshNativeBalance } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'

/**
 * Loads the tokens of the account, with `force` past the cache, and reads the native balance again. Never rejects.
 *
 * @returns undefined when they are there; else when they may be asked for again, ms since 1970. @source ledger 9.5
 */
export async function loadAccount(
  foyer: Foyer,
  { force, namespace }: { force: boolean; namespace: Namespace },
): Promise<number | undefined> {
  // Unless the read of a moment ago, when the account was connected, still waits for its answer.
  if (force || !foyer.store.get().details[namespace]?.balanceLoading)
    refreshNativeBalance(foyer, { namespace }).catch((error) =>
      foyer.log('info', 'the native balance could not be read', error),
    )
  try {
    await loadBalances(foyer, { force, namespace })
    return undefined
  } catch (error) {
    foyer.log('info', 'the tokens could not be loaded', error)
    return (foyer.store.get().details[namespace]?.lastRetry ?? 0) + balanceRetryMs
  }
}
