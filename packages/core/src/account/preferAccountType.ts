import type { Namespace } from '@foyer/protocol'
import type { AccountType } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { accountTypesKey } from './storedAccountTypes.ts'

/**
 * Remembers which account of a wallet the user prefers in a namespace, also after a reload.
 *
 * @source spec 3.1, 3.16
 */
export function preferAccountType(
  { storage, store }: Foyer,
  { namespace, type }: { namespace: Namespace; type: AccountType },
): void {
  store.set((state) => ({
    ...state,
    preferredAccountTypes: { ...state.preferredAccountTypes, [namespace]: type },
  }))
  storage.write(accountTypesKey, store.get().preferredAccountTypes)
}
