import { type Announced, announce } from '../page/announce.ts'
import type { HostileKind } from './hostileKinds.ts'
import { hostileProvider } from './hostileProvider.ts'

/** Runs when a page lets any of the payloads be markup or a script. */
const payload = 'window.foyerPwned=(window.foyerPwned||0)+1'

const svg = (inner: string, attributes = '') =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`,
  )}`

function announcements(kind: HostileKind): Announced[] {
  const rdns = `local.hostile.${kind}`
  const icon = svg('<rect width="9" height="9" fill="#b42318"/>')
  switch (kind) {
    case 'wrong-rdns':
      return [{ name: `MetaMask<img src=x onerror="${payload}">`, rdns: 'io.metamask', icon }]
    case 'script-name':
      return [{ name: `<script>${payload}</script><b>Bold Wallet</b>`, rdns, icon }]
    case 'script-icon':
      return [
        `javascript:${payload}`,
        svg(`<script>${payload}</script>`, ` onload="${payload}"`),
        `data:text/html,<script>parent.${payload}</script>`,
        `x" onerror="${payload}`,
        { toString: 'not an icon' },
      ].map((bad, index) => ({ name: `Icon ${index}`, rdns: `${rdns}.${index}`, icon: bad }))
    case 'huge-icon':
      return [{ name: 'Huge', rdns, icon: `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}` }]
    default:
      return [{ name: `Hostile (${kind})`, rdns, icon }]
  }
}

/** Announces a wallet no site should trust, for tests of what a site does with it. */
export function installHostile({ kind }: { kind: HostileKind }): void {
  for (const announced of announcements(kind)) announce(announced, hostileProvider(kind))
}
