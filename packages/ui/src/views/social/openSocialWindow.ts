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
    goTo: (uri) => opened.location.replace(uri),
    isClosed: () => opened.closed,
    isSource: (source) => source === opened,
  }
}
