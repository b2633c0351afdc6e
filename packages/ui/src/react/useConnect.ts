import { type Connector, cancelConnect, connect, type Foyer } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useCallback } from 'react'
import { type ActionState, useAction } from '../useAction.ts'
import { useFoyerContext, useKit } from './FoyerContext.ts'

export type UseConnect = ActionState & {
  /** Every way to connect in this browser; grows as wallets announce themselves. */
  readonly connectors: readonly Connector[]
  /** Opens a wallet. Never rejects: see `status` and `error`. */
  readonly connect: (parameters: connect.Parameters) => Promise<void>
  /** Ends an attempt that waits in a wallet. */
  readonly cancel: (namespace?: Namespace) => void
}

/** Connects without the modal, for a list of wallets of one's own. */
export function useConnect(): UseConnect {
  const { foyer } = useFoyerContext()
  const connectors = useKit((kit) => kit.store.get().connectors)
  const { reset, run, ...state } = useAction(
    (kit: Foyer, parameters: connect.Parameters): Promise<void> => connect(kit, parameters),
  )
  return {
    ...state,
    connectors,
    connect: useCallback((parameters) => run(foyer, parameters), [foyer, run]),
    cancel: useCallback((namespace) => cancelConnect(foyer, namespace), [foyer]),
  }
}
