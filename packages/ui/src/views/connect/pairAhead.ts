import { type Foyer, preparePairing } from '@foyer/core'

/**
 * Keeps a pairing URI ready: a separate chunk, since most users have their wallet in the browser.
 *
 * @returns A stop function.
 */
export function pairAhead(foyer: Foyer): () => void {
  return preparePairing(foyer)
}
