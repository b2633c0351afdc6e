import { isNamespace } from '@foyer/protocol'
import { type AccountType, accountTypes } from '../connector/connector.ts'
import type { FoyerState } from '../state.ts'
import type { Storage } from '../storage/createStorage.ts'

/** Where they are stored. */
export const accountTypesKey = 'preferred-account-types'

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
  return storage.read(accountTypesKey, parse) ?? {}
}
