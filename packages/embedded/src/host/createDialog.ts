/** Sets inline styles as `!important`, over the page's own. */
function style(element: HTMLElement, rules: string): void {
  element.style.cssText += rules.replaceAll(';', '!important;')
}

/** The dialog that contains the frame from the start: moving an iframe reloads it. */
export type FrameDialog = {
  readonly iframe: HTMLIFrameElement
  /** @param height - Height of the frame's content, px; in a smaller window the frame scrolls. */
  show(height: number): void
  hide(): void
  remove(): void
}

/**
 * Creates a closed dialog at the end of the page, with the frame in it. Invisible until {@link FrameDialog.show}, which
 * puts it above every other dialog of the page.
 *
 * @param src - The frame's address; not loaded before `append`.
 */
export function createDialog(src: string, permissions: string): FrameDialog {
  const dialog = document.createElement('dialog')
  const iframe = document.createElement('iframe')
  // During an approval only its own buttons end it; Escape cannot be refused otherwise.
  dialog.setAttribute('closedby', 'none')
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.setAttribute('aria-label', 'Wallet')
  style(
    dialog,
    'display:none;position:fixed;inset:0;margin:auto;padding:0;border:0;width:min(360px,100vw);max-width:none;' +
      'max-height:100dvh;overflow:hidden;background:transparent;border-radius:20px;box-shadow:0 24px 64px rgb(0 0 0/.28);',
  )
  style(iframe, 'display:block;border:0;width:100%;height:100%;')
  iframe.title = 'Wallet'
  iframe.referrerPolicy = 'origin'
  iframe.allow = permissions
  iframe.src = src
  dialog.append(iframe)
  return {
    iframe,
    show(height) {
      style(dialog, `display:block;height:${height}px;`)
      if (!dialog.open) dialog.showModal()
    },
    hide() {
      style(dialog, 'display:none;')
      dialog.close()
    },
    remove: () => dialog.remove(),
  }
}

/** Adds it to the page, where it stays. */
export function appendDialog({ iframe }: FrameDialog): void {
  const place = document.body ?? document.documentElement
  if (iframe.parentElement) place.append(iframe.parentElement)
}
