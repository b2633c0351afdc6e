import { type Connector, cancelConnect, connect, discover } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback, useEffect, useMemo } from 'react'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

export type UseConnect = Mutation<void, connect.Parameters> & {
  /** Every connector of the namespace in this browser; grows as wallets announce themselves. */
  readonly connectors: readonly Connector[]
  /** Cancels a pending attempt: its call fails with `request-aborted`. */
  readonly cancel: (namespace?: Namespace) => void
}

/**
 * Connects without the modal, for your own list of wallets.
 *
 * @param parameters.namespace - The namespace of `mutate()` without one. @default as in `connect` of the core
 * @returns A mutation without data: {@link useAccount} has the account. Fails as `connect` of the core.
 * @example
 * ```tsx
 * const { connectors, mutate } = useConnect()
 * return connectors.map((connector) => (
 *   <button key={connector.id} onClick={() => mutate({ connector })}>{connector.name}</button>
 * ))
 * ```
 */
export function useConnect({ namespace }: { namespace?: Namespace | undefined } = {}): UseConnect {
  const { foyer } = useFoyerContext()
  const all = useFoyerValue((foyer) => foyer.store.get().connectors)
  // A page without the modal has nothing else that looks for wallets.
  useEffect(() => void discover(foyer), [foyer])
  const connectors = useMemo(
    () => (namespace ? all.filter(({ namespaces }) => namespaces.includes(namespace)) : all),
    [all, namespace],
  )
  return {
    ...useFoyerMutation(connect, { namespace }),
    connectors,
    cancel: useCallback((one = namespace) => cancelConnect(foyer, one), [foyer, namespace]),
  }
}
