import { type Foyer, refreshNativeBalance } from '@foyer/core'

/** Reads the balance again: a separate chunk, since only requests need it. */
export function refreshBalance(foyer: Foyer): Promise<void> {
  return refreshNativeBalance(foyer)
}
