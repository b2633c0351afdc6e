import type { Social } from '@foyer/core'
import { readPlatform } from '../connect/readPlatform.ts'

/** Logins that do not work in Telegram's web view, by platform. @source spec 6.7 */
const hidden: Readonly<Record<'ios' | 'mac' | 'android', readonly Social[]>> = {
  ios: ['google'],
  mac: ['x'],
  android: ['facebook', 'x'],
}

/** True for a login that does not work in the Telegram app that shows this page. */
export function isHiddenInTelegram(name: Social, from: Window = window): boolean {
  if (!('TelegramWebviewProxy' in from || 'TelegramWebview' in from)) return false
  const platform = readPlatform(from.navigator)
  if (platform === 'ios' || platform === 'android') return hidden[platform].includes(name)
  return /macintosh/i.test(from.navigator.userAgent) && hidden.mac.includes(name)
}

/** Apps that show pages in a web view, by what they add to the user agent; on iOS, all that are not Safari or another browser. */
const apps =
  /; wv\)|FBAN|FBAV|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|Twitter|LinkedInApp|Pinterest/
const iosBrowsers = /Safari\/|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/

/** True inside another app's web view, where Google refuses to log in. */
export function isWebView(from: Window = window): boolean {
  const { navigator } = from
  const { userAgent } = navigator
  if (apps.test(userAgent) || 'TelegramWebviewProxy' in from) return true
  return readPlatform(navigator) === 'ios' && !iosBrowsers.test(userAgent)
}

/** True where a second window does not open, or does not lead back: an installed web app, or a web view. */
export function hasNoWindows(from: Window = window): boolean {
  return (
    from.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in from.navigator && from.navigator.standalone === true) ||
    isWebView(from)
  )
}

/** Providers that refuse to run in a web view. */
export const refusesWebViews: readonly Social[] = ['google']
