import { walletLink } from '@foyer/core/internal'
import type { Browser } from '../browser.ts'

/**
 * Reopens the wallet app to show a request, if the user connected through a link. Synchronous in the click: browsers
 * block later windows.
 *
 * @param parameters.link - The link that the user chose, as the directory writes it.
 */
export function reopenWallet(
  { hasFocus, openLink }: Pick<Browser, 'hasFocus' | 'openLink'>,
  { id, link, topic }: { id: number; link: string | undefined; topic: string },
): void {
  // Do not navigate while the user is in another window.
  if (!link || !hasFocus()) return
  const query = `requestId=${id}&sessionTopic=${topic}`
  const placeholder = 'wc:request'
  try {
    const { href, target } = walletLink({ link, uri: placeholder })
    const code = encodeURIComponent(btoa(placeholder).replace(/=+$/, ''))
    const filled = href
      .replace(`uri=${encodeURIComponent(placeholder)}`, query)
      .replace(`startapp=${code}`, `startapp=${encodeURIComponent(btoa(query).replace(/=+$/, ''))}`)
    if (filled !== href) openLink(filled, target)
  } catch {
    // An unsafe link is not opened: the request still reaches the wallet.
  }
}
