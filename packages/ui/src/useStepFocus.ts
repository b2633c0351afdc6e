import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the card's heading when a step of a view appears and the control that led to it is gone, as the shell does for a new
 * view: keyboards go on from there, and screen readers say where they are.
 *
 * @returns A ref for an element of the step.
 * @source https://www.w3.org/WAI/WCAG22/Understanding/focus-order
 */
export function useStepFocus<element extends HTMLElement>(): RefObject<element | null> {
  const step = useRef<element>(null)
  useEffect(() => {
    const root = step.current?.getRootNode() as ShadowRoot
    if (document.activeElement === document.body)
      root.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [])
  return step
}
