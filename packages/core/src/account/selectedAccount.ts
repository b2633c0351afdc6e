import { isNamespace, type Namespace } from '@foyer/protocol'
import type { Storage } from '../storage/createStorage.ts'

const key = 'selected-accounts'

/** Which account the visitor chose of a wallet, and which one that wallet named first at the time. */
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
 * The account to show of those that a wallet gives: the one that the visitor chose, while the wallet gives it and names
 * the same one first; else the wallet's first.
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

/** Remembers a choice, or with undefined forgets that of the namespace. */
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
