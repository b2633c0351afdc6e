import type { Modal } from '../modal.ts'
import { type ContextRequest, modalContext } from './requestModal.ts'

/**
 * Provides this modal to the elements of the page, existing ones included.
 *
 * @returns A stop function, which reports to them that the modal is gone.
 */
export function provideModal(modal: Modal, name: string | undefined): () => void {
  const subscribers = new Set<ContextRequest['callback']>()
  const answer = (event: Event) => {
    const { callback, context, contextTarget, subscribe } = event as ContextRequest
    if (context !== modalContext || typeof callback !== 'function') return
    const wanted = (contextTarget ?? event.composedPath()[0]) as Element | undefined
    const wantedName = wanted?.getAttribute?.('for')
    if (wantedName && wantedName !== name) return
    event.stopImmediatePropagation()
    if (subscribe) subscribers.add(callback)
    callback(modal, subscribe ? () => subscribers.delete(callback) : undefined)
  }
  document.addEventListener('context-request', answer)
  document.dispatchEvent(
    Object.assign(new Event('context-provider'), {
      context: modalContext,
      contextTarget: document.documentElement,
    }),
  )
  return () => {
    document.removeEventListener('context-request', answer)
    for (const callback of subscribers) callback(undefined)
  }
}
