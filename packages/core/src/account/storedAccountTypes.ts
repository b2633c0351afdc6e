import { isNamespace } from '@foyer/protocol'
import { type AccountType, accountTypes } from '../connector/connector.ts'
import type { FoyerState } from '../state.ts'
import type { Storage } from '../storage/createStorage.ts'

/** Storage key of the preferred account types. */
export const accountTypesKey = 'preferred-account-types'

type Types = FoyerState['preferredAccountTypes']

/** Drops invalid account types. */
function parse(stored: unknown): Types {
  return Object.fromEntries(
    Object.entries(Object(stored)).filter(
      ([namespace, type]) => isNamespace(namespace) && accountTypes.includes(type as AccountType),
    ),
  )
}

/** Reads the stored preferred account types, by namespace. */
export function readStoredAccountTypes(storage: Storage): Types {
  return storage.read(accountTypesKey, parse) ?? {}
}
