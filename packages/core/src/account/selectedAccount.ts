import { isNamespace, type Namespace } from '@foyer/protocol'
import type { Storage } from '../storage/createStorage.ts'

const key = 'selected-accounts'

/** The account that the user selected in a wallet, and the first account of that wallet at the time. */
export type SelectedAccount = {
  readonly connectorId: string
  readonly address: string
  readonly first: string
}

function parse(stored: unknown): Partial<Record<Namespace, SelectedAccount>> {
  return Object.fromEntries(
    Object.entries(Object(stored)).filter(([namespace, value]) => {
      const { address, connectorId, first } = Object(value) as Partial<Record<string, unknown>>
      return (
        isNamespace(namespace) &&
        [address, connectorId, first].every((text) => typeof text === 'string')
      )
    }),
  ) as Partial<Record<Namespace, SelectedAccount>>
}

/**
 * Picks the account to show: the user's selection while the wallet still lists it and its first account is the same;
 * else the first.
 */
export function pickAccount<account extends { readonly address: string }>(
  storage: Storage,
  {
    accounts,
    connectorId,
    namespace,
  }: {
    accounts: readonly [account, ...account[]]
    connectorId: string
    namespace: Namespace
  },
): account {
  const [first] = accounts
  const selected = storage.read(key, parse)?.[namespace]
  if (selected?.connectorId !== connectorId || selected.first !== first.address) return first
  return accounts.find(({ address }) => address === selected.address) ?? first
}

/** Stores a selection; undefined deletes that of the namespace. */
export function storeSelected(
  storage: Storage,
  namespace: Namespace,
  selected: SelectedAccount | undefined,
): void {
  const { [namespace]: known, ...others } = storage.read(key, parse) ?? {}
  if (!known && !selected) return
  const next = selected ? { ...others, [namespace]: selected } : others
  storage.write(key, Object.keys(next).length > 0 ? next : undefined)
}
