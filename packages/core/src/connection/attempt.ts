import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import type { Attempt } from '../running.ts'
import type { Pairing } from '../state.ts'
import { clearPairing } from './pairing.ts'
import { readOwner } from './readOwner.ts'

/** Begins to connect or to confirm; ends an attempt that is under way in the same namespace. */
export function beginAttempt(
  foyer: Foyer,
  namespace: Namespace,
  { silent }: { silent: boolean },
): Attempt & { readonly isCurrent: () => boolean } {
  const { attempts } = foyer.running
  const earlier = attempts.get(namespace)
  const attempt: Attempt & { isCurrent: () => boolean } = {
    controller: new AbortController(),
    silent,
    before: readOwner(foyer, namespace),
    link: earlier ? earlier.link : foyer.store.get().pairing.wcLinking,
    isCurrent: () => attempts.get(namespace) === attempt,
  }
  attempts.set(namespace, attempt)
  earlier?.controller.abort()
  return attempt
}

/**
 * Ends the attempt of a namespace. What was shown to pair goes with the last one.
 *
 * @param wcLinking - The deep link that stays. @default none
 */
export function endAttempt(
  foyer: Foyer,
  namespace: Namespace,
  wcLinking?: Pairing['wcLinking'],
): void {
  const { attempts } = foyer.running
  attempts.delete(namespace)
  if ([...attempts.values()].every(({ silent }) => silent)) clearPairing(foyer, { wcLinking })
}
