import type { KeyboardEvent } from 'react'

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]'

/** Keeps Tab inside a dialog outside the top layer: from the last control to the first, and back. */
export function trapTab(event: KeyboardEvent): void {
  const dialog = event.currentTarget
  const controls = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility(),
  )
  const active = (dialog.getRootNode() as ShadowRoot).activeElement
  const [from, to] = event.shiftKey
    ? [controls[0], controls.at(-1)]
    : [controls.at(-1), controls[0]]
  const outside = !controls.includes(active as HTMLElement)
  if (active !== from && !(outside && event.shiftKey)) return
  event.preventDefault()
  to?.focus()
}
