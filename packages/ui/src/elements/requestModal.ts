import type { Modal } from '../modal.ts'

/** Key of the modal in the Context Community Protocol; the same in every copy of this library. */
export const modalContext = Symbol.for('foyer.modal')

/**
 * A request for a context value, from any library.
 *
 * @source https://github.com/webcomponents-cg/community-protocols/blob/main/proposals/context.md
 */
export type ContextRequest = Event & {
  readonly context: unknown
  readonly contextTarget?: Element
  readonly callback: (value: unknown, unsubscribe?: () => void) => void
  readonly subscribe?: boolean
}

/**
 * Finds the modal of an element: the one named by its `for` attribute, else the first of the page, also if it is
 * created later.
 *
 * @param onModal - Called with the modal, and with undefined when it is destroyed.
 * @returns A stop function.
 */
export function requestModal(
  element: HTMLElement,
  onModal: (modal: Modal | undefined) => void,
): () => void {
  let current: Modal | undefined
  let unsubscribe: (() => void) | undefined
  const ask = () => {
    if (current) return
    const event = new Event('context-request', { bubbles: true, composed: true })
    const callback: ContextRequest['callback'] = (value, stop) => {
      unsubscribe = stop
      if (value === current) return
      current = value as Modal | undefined
      onModal(current)
      // Another modal may replace a destroyed one.
      if (!current) queueMicrotask(ask)
    }
    element.dispatchEvent(
      Object.assign(event, {
        context: modalContext,
        contextTarget: element,
        callback,
        subscribe: true,
      }),
    )
  }
  const { ownerDocument } = element
  ownerDocument.addEventListener('context-provider', ask)
  ask()
  return () => {
    ownerDocument.removeEventListener('context-provider', ask)
    unsubscribe?.()
  }
}
