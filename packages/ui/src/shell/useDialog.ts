import { type RefObject, useLayoutEffect } from 'react'

/** Opens and closes a dialog element, and restores the focus. */
export function useDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  { open, zIndexMode }: { open: boolean; zIndexMode: boolean },
): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const opener = focusedElement()
    if (zIndexMode) element.show()
    else element.showModal()
    element.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    return () => {
      if (element.open) element.close()
      // Safari does not focus a clicked button, so the dialog cannot restore it itself.
      const now = focusedElement()
      if (!now || now === document.body || element.contains(now))
        opener?.focus({ preventScroll: true })
    }
  }, [dialog, open, zIndexMode])
}

/** Returns the focused element, inside open shadow roots too. */
function focusedElement(): HTMLElement | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active as HTMLElement | null
}
