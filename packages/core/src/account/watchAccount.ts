import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { watch } from '../store/watch.ts'
import type { Account } from './account.ts'
import { readAccount } from './readAccount.ts'

/**
 * Calls the listener on every change of the account of a namespace; of the active one if omitted.
 *
 * @returns A stop function.
 */
export function watchAccount(
  foyer: Foyer,
  listener: (account: Account, previous: Account) => void,
  namespace?: Namespace,
): () => void {
  return watch(foyer.store, () => readAccount(foyer, namespace), listener)
}
