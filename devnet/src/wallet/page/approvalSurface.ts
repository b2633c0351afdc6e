/** The window or frame that shows the wallet's own page. */
export type ApprovalSurface = {
  /** The window of the wallet's page: the only accepted source of messages. */
  window: () => Window | null
  /** Closes it. */
  close: () => void
}

/** Interval for checking whether a window is closed, ms; closing sends no event. */
const closedPollMs = 150

/**
 * Opens the wallet's page in a new window.
 *
 * @returns undefined if the browser blocks the window.
 */
export function openApprovalWindow(url: string, onClosed: () => void): ApprovalSurface | undefined {
  const [width, height] = [380, 640]
  const left = Math.max(0, window.screenX + window.outerWidth - width - 16)
  const top = Math.max(0, window.screenY + 64)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const opened = window.open(url, '_blank', features)
  if (!opened || opened.closed) return undefined
  const poll = setInterval(() => {
    if (!opened.closed) return
    clearInterval(poll)
    onClosed()
  }, closedPollMs)
  return {
    window: () => opened,
    close() {
      clearInterval(poll)
      opened.close()
    },
  }
}

const dialogStyle = `
:host { all: initial }
dialog {
  inset: 16px 16px auto auto; margin: 0; padding: 0; border: 0; border-radius: 20px;
  width: min(380px, calc(100vw - 32px)); height: min(640px, calc(100dvh - 32px));
  max-width: none; max-height: none; overflow: hidden; background: Canvas; color-scheme: light dark;
  box-shadow: 0 24px 64px rgb(0 0 0 / .35);
}
dialog::backdrop { background: rgb(0 0 0 / .35) }
iframe { display: block; width: 100%; height: 100%; border: 0 }
`

/**
 * Shows the wallet's page inside the site, above everything: a modal dialog is in the top layer, above dialogs that were
 * opened before. Its style is a constructed sheet, which a page's `style-src 'none'` allows.
 */
export function openApprovalDialog(url: string, onClosed: () => void): ApprovalSurface {
  const host = document.createElement('foyer-devwallet')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(dialogStyle)
  root.adoptedStyleSheets = [sheet]
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Wallet')
  const frame = document.createElement('iframe')
  frame.title = 'Wallet'
  frame.src = url
  dialog.append(frame)
  root.append(dialog)
  document.documentElement.append(host)
  dialog.addEventListener('close', () => {
    host.remove()
    onClosed()
  })
  dialog.showModal()
  return { window: () => frame.contentWindow, close: () => dialog.close() }
}
