import { type Announced, announce } from '../page/announce.ts'
import { type HostileKind, type SolanaHostileKind, solanaHostileKinds } from './hostileKinds.ts'
import { hostileProvider } from './hostileProvider.ts'
import { installHostileSolana } from './installHostileSolana.ts'
import { badIcons, hugeIcon, payload, svg } from './payload.ts'

function announcements(kind: HostileKind): Announced[] {
  const rdns = `local.hostile.${kind}`
  const icon = svg('<rect width="9" height="9" fill="#b42318"/>')
  switch (kind) {
    case 'wrong-rdns':
      return [{ name: `MetaMask<img src=x onerror="${payload}">`, rdns: 'io.metamask', icon }]
    case 'script-name':
      return [{ name: `<script>${payload}</script><b>Bold Wallet</b>`, rdns, icon }]
    case 'script-icon':
      return badIcons.map((bad, index) => ({
        name: `Icon ${index}`,
        rdns: `${rdns}.${index}`,
        icon: bad,
      }))
    case 'huge-icon':
      return [{ name: 'Huge', rdns, icon: hugeIcon() }]
    default:
      return [{ name: `Hostile (${kind})`, rdns, icon }]
  }
}

const isSolana = (kind: HostileKind | SolanaHostileKind): kind is SolanaHostileKind =>
  solanaHostileKinds.some((each) => each === kind)

/** Announces a hostile wallet, to test how a site handles it. */
export function installHostile({ kind }: { kind: HostileKind | SolanaHostileKind }): void {
  if (isSolana(kind)) installHostileSolana(kind)
  else for (const announced of announcements(kind)) announce(announced, hostileProvider(kind))
}
