import { isNamespace, type Namespace } from '@foyer/protocol'
import { type AccountType, accountTypes } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import type { FoyerState } from '../state.ts'
import type { Storage } from '../storage/createStorage.ts'

const key = 'preferred-account-types'

type Types = FoyerState['preferredAccountTypes']

/** Drops what is no account type. */
function parse(stored: unknown): Types {
  return Object.fromEntries(
    Object.entries(Object(stored)).filter(
      ([namespace, type]) => isNamespace(namespace) && accountTypes.includes(type as AccountType),
    ),
  )
}

/** What visitors chose before the reload, by namespace. */
export function readStoredAccountTypes(storage: Storage): Types {
  return storage.read(key, parse) ?? {}
}

/**
 * Remembers which account of a wallet the visitor prefers in a namespace, also after a reload.
 *
 * @source ledger 3.1, 3.16
 */
export function preferAccountType(
  { storage, store }: Foyer,
  { namespace, type }: { namespace: Namespace; type: AccountType },
): void {
  store.set((state) => ({
    ...state,
    preferredAccountTypes: { ...state.preferredAccountTypes, [namespace]: type },
  }))
  storage.write(key, store.get().preferredAccountTypes)
}
