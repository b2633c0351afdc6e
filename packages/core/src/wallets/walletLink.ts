import { FoyerError } from '@foyer/protocol'

/** Schemes that run code or read the page's own data. */
const refused =
  /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|intent|content|chrome|jar|ws|wss|ftp):/i

/**
 * Returns the address that opens a wallet with a pairing URI, and the target to open it in. `link` comes from the
 * directory: a scheme (`trust:`), a universal link (`https://…`), one of Telegram (`https://t.me/…`), one that ends in
 * `uri=`, or a template with `{uri}`; without one the system asks which wallet to open.
 *
 * @throws FoyerError `params-invalid` for an invalid link or URI, or for a link whose scheme may run code
 */
export function walletLink({ link, uri }: { link?: string | null | undefined; uri: string }): {
  readonly href: string
  readonly target: '_self' | '_blank' | '_top'
} {
  if (!/^wc:[\x21-\x7e]+$/.test(uri))
    throw new FoyerError('params-invalid', { details: 'The URI is no wc: URI.' })
  const href = link ? fill(link, uri) : uri
  // Schemes do nothing inside a frame.
  const page = globalThis as { self?: unknown; top?: unknown }
  const isFramed = page.top !== undefined && page.top !== page.self
  return { href, target: isFramed ? '_top' : /^https?:/i.test(href) ? '_blank' : '_self' }
}

function fill(link: string, uri: string): string {
  // Reject characters that a URL parser would skip.
  if (!/^[\x21-\x7e]+$/.test(link)) throw invalid(link)
  const full = /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `${link}://`
  if (!/^[a-z][a-z0-9+.-]*:/i.test(full) || refused.test(full)) throw invalid(link)
  const encoded = encodeURIComponent(uri)
  if (full.includes('{uri}')) return full.replaceAll('{uri}', encoded)
  if (full.endsWith('uri=')) return full + encoded
  if (/^https:\/\/t\.me(\/|$)/i.test(full)) {
    const code = encodeURIComponent(btoa(uri).replace(/=+$/, ''))
    return `${full.replace(/\/+$/, '')}${full.includes('?') ? '&' : '?'}startapp=${code}`
  }
  if (/^https?:\/\//i.test(full)) {
    if (!URL.canParse(full)) throw invalid(link)
    return `${full.replace(/\/+$/, '')}/wc?uri=${encoded}`
  }
  const [, scheme = '', rest = ''] = /^([^:]+:)(?:\/\/)?(.*)$/.exec(full) ?? []
  const path = rest.replace(/\/+$/, '')
  return `${scheme}//${path}${path === '' ? '' : '/'}wc?uri=${encoded}`
}

function invalid(link: string): FoyerError {
  return new FoyerError('params-invalid', {
    details: `No link that opens a wallet: ${link.slice(0, 80)}`,
  })
}
