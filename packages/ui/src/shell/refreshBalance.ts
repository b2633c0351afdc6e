import { type Foyer, refreshNativeBalance } from '@foyer/core'

/** Reads the balance again: a chunk of its own, since it is needed after a request and the modal opens before one. */
export function refreshBalance(foyer: Foyer): Promise<void> {
  return refreshNativeBalance(foyer)
}
