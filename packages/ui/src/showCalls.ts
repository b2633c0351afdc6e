import { showCallsStatus } from '@foyer/core'
import { type Namespace, toFoyerError } from '@foyer/protocol'
import type { Modal } from './modal.ts'

/**
 * Shows the user what became of calls: in their wallet if it can, else in the modal.
 *
 * @param parameters.namespace - @default the active one
 * @throws FoyerError `bundle-unknown`, `not-connected`
 * @example
 * ```ts
 * const { id } = await sendCalls(foyer, { calls })
 * await showCalls(modal, { id })
 * ```
 */
export async function showCalls(
  modal: Modal,
  { id, namespace }: { id: string; namespace?: Namespace | undefined },
): Promise<void> {
  try {
    await showCallsStatus(modal.foyer, { id, namespace })
  } catch (thrown) {
    const { code } = toFoyerError(thrown)
    if (code !== 'unsupported-method' && code !== 'method-not-supported') throw thrown
    const { openCalls } = await import('./views/calls/openCalls.ts')
    await openCalls(modal, { id, namespace })
  }
}
