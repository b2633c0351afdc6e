import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { type AccountDetails, emptyDetails } from './account.ts'

/**
 * Adds what was learnt about an account, unless another one is connected by now.
 *
 * @param forAddress - Whom it was learnt about.
 */
export function setDetails(
  { store }: Foyer,
  {
    details,
    forAddress,
    namespace,
  }: { details: Partial<AccountDetails>; forAddress: string; namespace: Namespace },
): void {
  store.set((state) => {
    const connection = state.connections[namespace]
    if (connection?.status !== 'connected' || connection.address !== forAddress) return state
    const current = state.details[namespace] ?? emptyDetails
    return { ...state, details: { ...state.details, [namespace]: { ...current, ...details } } }
  })
}
