import type { ChainId, Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { type AccountDetails, emptyDetails } from './account.ts'
import { readOwner } from './readOwner.ts'

/**
 * Writes data loaded for an account, unless another account is connected by now.
 *
 * @param parameters.forAddress - The account that the data belongs to.
 * @param parameters.forChainId - The network that the data is valid on. @default every network
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
  const owner = readOwner(foyer.store.get(), namespace)
  if (owner?.address !== forAddress) return
  if (forChainId !== undefined && owner.chainId !== forChainId) return
  foyer.store.set((state) => {
    const known = state.details[namespace] ?? emptyDetails
    const update = typeof details === 'function' ? details(known) : details
    const isKnown = Object.entries(update).every(
      ([key, value]) => known[key as keyof AccountDetails] === value,
    )
    if (isKnown && state.details[namespace]) return state
    const next = { ...known, ...update }
    return { ...state, details: { ...state.details, [namespace]: next } }
  })
}
