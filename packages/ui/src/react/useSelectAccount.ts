import { type Account, readAccount, selectAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback } from 'react'
import { useFoyerContext, useKit } from './FoyerContext.ts'

export type UseSelectAccount = {
  /** What the wallet gave; empty where nobody is connected. */
  readonly accounts: Account['allAccounts']
  /** The chosen one. */
  readonly address: string | undefined
  /** @throws FoyerError `not-connected`, `address-invalid` (none of this wallet's accounts) */
  readonly selectAccount: (address: string) => void
}

/**
 * The accounts of the connected wallet, and the way from one to another.
 *
 * @param parameters.namespace - @default the active one
 */
export function useSelectAccount({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): UseSelectAccount {
  const { foyer } = useFoyerContext()
  const { address, allAccounts } = useKit((kit) => readAccount(kit, namespace))
  return {
    accounts: allAccounts,
    address,
    selectAccount: useCallback(
      (one) => selectAccount(foyer, { address: one, namespace }),
      [foyer, namespace],
    ),
  }
}
