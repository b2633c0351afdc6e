import type { Social } from '@foyer/core'
import type { Ui } from '../../context.ts'
import { requireAuth } from '../email/connectLogin.ts'
import type { SocialWindow } from './socialWindow.ts'
import { hasNoWindows, isWebView, refusesWebViews } from './webViews.ts'

/**
 * Opens the window of a login. Call it synchronously in the click. Its page waits there for the login to begin.
 *
 * @source security 2.10
 */
export function openSocialWindow(ui: Pick<Ui, 'foyer'>, provider: Social): SocialWindow {
  if (refusesWebViews.includes(provider) && isWebView()) return 'webview'
  if (hasNoWindows()) return 'leave'
  const base = requireAuth(ui).loginUrl.replace(/\/+$/, '')
  const left = Math.max(0, window.screenX + (window.outerWidth - 480) / 2)
  const place = `popup,width=480,height=720,left=${Math.round(left)}`
  const opened = window.open(`${base}/oauth/start`, 'foyer-social', place)
  // An open window with this name is reused, and may be behind others.
  opened?.focus()
  if (!opened) return 'blocked'
  return {
    close: () => opened.close(),
    goTo: (uri) => goToWhenThere(opened, uri),
    isClosed: () => opened.closed,
    isSource: (source) => source === opened,
  }
}

/** Interval of checking whether the window shows its first page, ms. */
const checkMs = 20

/** Leads the window on. While its first page replaces the empty one, Chromium may drop a second address. */
function goToWhenThere(opened: Window, uri: string): void {
  if (opened.closed) return
  if (isEmpty(opened)) setTimeout(goToWhenThere, checkMs, opened, uri)
  else opened.location.replace(uri)
}

/** True until a page of another origin is there, whose address is not readable. */
function isEmpty(opened: Window): boolean {
  try {
    return opened.location.href === 'about:blank'
  } catch {
    return false
  }
}
