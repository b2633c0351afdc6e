import { walletLink } from '@foyer/core/internal'
import type { Browser } from '../browser.ts'

/**
 * Opens the wallet that has a request to show, where the visitor came to it by a link. In the turn of the click:
 * browsers open nothing later.
 *
 * @param parameters.link - The link that the visitor chose, as the directory writes it.
 */
export function reopenWallet(
  { hasFocus, openLink }: Pick<Browser, 'hasFocus' | 'openLink'>,
  { id, link, topic }: { id: number; link: string | undefined; topic: string },
): void {
  // Who looks elsewhere is not pulled away.
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
    // No link that may be opened: the request waits in the wallet all the same.
  }
}
