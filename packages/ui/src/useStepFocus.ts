import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the dialog's heading when a step of a view appears and the control that led to it is gone: keyboards go on from there,
 * and screen readers say where they are.
 *
 * @returns A ref for an element of the step.
 * @source https://www.w3.org/WAI/WCAG22/Understanding/focus-order
 */
export function useStepFocus<element extends HTMLElement>(): RefObject<element | null> {
  const step = useRef<element>(null)
  useEffect(() => {
    // In an embedded card the user may be elsewhere on the page.
    const dialog = step.current?.closest('.dialog')
    if (dialog && document.activeElement === document.body)
      dialog.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [])
  return step
}
