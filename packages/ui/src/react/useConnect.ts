import { type Connector, cancelConnect, connect, type Foyer } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback, useMemo } from 'react'
import { type ActionState, useAction } from '../useAction.ts'
import { useFoyerContext, useKit } from './FoyerContext.ts'

export type UseConnect = ActionState & {
  /** Every way to connect the namespace in this browser; grows as wallets announce themselves. */
  readonly connectors: readonly Connector[]
  /** Opens a wallet. Never rejects: see `status` and `error`. */
  readonly connect: (parameters: connect.Parameters) => Promise<void>
  /** Ends an attempt that waits in a wallet. */
  readonly cancel: (namespace?: Namespace) => void
}

/**
 * Connects without the modal, for a list of wallets of one's own.
 *
 * @param parameters.namespace - What is connected where `connect` names none. @default the connector's choice, of all
 */
export function useConnect({ namespace }: { namespace?: Namespace | undefined } = {}): UseConnect {
  const { foyer } = useFoyerContext()
  const all = useKit((kit) => kit.store.get().connectors)
  const connectors = useMemo(
    () => (namespace ? all.filter(({ namespaces }) => namespaces.includes(namespace)) : all),
    [all, namespace],
  )
  const { reset, run, ...state } = useAction(
    (kit: Foyer, parameters: connect.Parameters): Promise<void> => connect(kit, parameters),
  )
  return {
    ...state,
    connectors,
    connect: useCallback(
      (parameters) => run(foyer, { namespace, ...parameters }),
      [foyer, namespace, run],
    ),
    cancel: useCallback((one = namespace) => cancelConnect(foyer, one), [foyer, namespace]),
  }
}
