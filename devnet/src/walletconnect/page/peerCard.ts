import { element } from '../../wallet/approve/element.ts'
import type { Peer } from './openKit.ts'

const local = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+)$/

/** The icon of a site, if it is on this machine, so that loading it calls no other host. */
function safeIcon({ icons, url }: Peer): string | undefined {
  const [icon] = icons
  if (icon === undefined || icon.length > 200_000) return undefined
  if (/^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/.test(icon)) return icon
  if (!URL.canParse(icon) || !URL.canParse(url)) return undefined
  const { hostname, origin, protocol } = new URL(icon)
  return protocol === 'http:' && local.test(hostname) && origin === new URL(url).origin
    ? icon
    : undefined
}

/** The host that a site claims, unverified. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.slice(0, 80)
}

/** Draws the site's icon, name and host, all unverified claims. */
export function peerCard(peer: Peer): HTMLElement {
  const monogram = element(
    'span',
    { class: 'monogram', 'aria-hidden': 'true' },
    firstLetter(peer.name),
  )
  const src = safeIcon(peer)
  const icon = src
    ? element('img', { class: 'peer-icon', src, alt: '', width: '40', height: '40' })
    : monogram
  // If the icon does not load, the letter stays.
  icon.addEventListener('error', () => icon.replaceWith(monogram))
  return element(
    'div',
    { class: 'peer' },
    icon,
    element(
      'span',
      {},
      element('strong', {}, peer.name.trim().slice(0, 80) || 'A site without a name'),
      element('span', { class: 'peer-host' }, hostOf(peer.url)),
    ),
  )
}

function firstLetter(name: string): string {
  const [letter = '?'] = name.trim()
  return letter.toUpperCase()
}
