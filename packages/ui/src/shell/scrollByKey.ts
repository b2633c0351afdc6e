import type { KeyboardEvent } from 'react'

/** One press of an arrow, px. */
const linePx = 40

/**
 * Lets the keyboard scroll the view: with the focus on the heading, or in a short view, the browser would scroll the
 * page behind.
 */
export function scrollByKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  if (target.closest('input:not([type="checkbox"]), textarea, select')) return
  if (event.key === ' ' && target.closest('button, a, input')) return
  const scroller = event.currentTarget.querySelector('.scroll')
  if (!scroller) return
  const page = scroller.clientHeight * 0.9
  const distance = {
    ' ': event.shiftKey ? -page : page,
    PageDown: page,
    PageUp: -page,
    ArrowDown: linePx,
    ArrowUp: -linePx,
    End: scroller.scrollHeight,
    Home: -scroller.scrollHeight,
  }[event.key]
  if (distance === undefined) return
  event.preventDefault()
  scroller.scrollBy({ top: distance })
}
