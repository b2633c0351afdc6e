import type { ChainId, Namespace } from '@foyer/protocol'
import { readOwner } from '../connection/readOwner.ts'
import type { Foyer } from '../createFoyer.ts'
import { type AccountDetails, emptyDetails } from './account.ts'

/**
 * Adds what was learnt about an account, unless another one is connected by now.
 *
 * @param parameters.forAddress - Whom it was learnt about.
 * @param parameters.forChainId - Where it is true. @default everywhere
 */
export function setDetails(
  foyer: Foyer,
  {
    details,
    forAddress,
    forChainId,
    namespace,
  }: {
    details: Partial<AccountDetails> | ((known: AccountDetails) => Partial<AccountDetails>)
    forAddress: string
    forChainId?: ChainId | undefined
    namespace: Namespace
  },
): void {
  const owner = readOwner(foyer, namespace)
  if (owner?.address !== forAddress) return
  if (forChainId !== undefined && owner.chainId !== forChainId) return
  foyer.store.set((state) => {
    const known = state.details[namespace] ?? emptyDetails
    const next = { ...known, ...(typeof details === 'function' ? details(known) : details) }
    return { ...state, details: { ...state.details, [namespace]: next } }
  })
}
