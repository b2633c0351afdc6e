import type { WalletEntry } from '@foyer/core'
import type { Wallet } from '@foyer/protocol'

/** How a wallet can be reached from here: its extension, a phone (on a phone: its app), its program, its site. */
export type WalletWay = 'browser' | 'phone' | 'desktop' | 'web'

/** What a way opens; the extension opens by itself. */
const links = {
  phone: 'mobile_link',
  desktop: 'desktop_link',
  web: 'webapp_link',
} as const satisfies Partial<Record<WalletWay, keyof Wallet>>

/** The ways into a wallet, the nearest first; none: it has to be got first. @source ledger 5.21 */
export function walletWays(
  { connector, wallet }: Pick<WalletEntry, 'connector' | 'wallet'>,
  { phone }: { phone: boolean },
): WalletWay[] {
  const ways: WalletWay[] = []
  if (connector && connector.type !== 'WALLET_CONNECT') ways.push('browser')
  for (const way of ['phone', 'desktop', 'web'] as const)
    if (wallet?.[links[way]] && !(phone && way === 'desktop')) ways.push(way)
  return ways
}

/** The link template of a way. @param universal - Prefer the wallet's https address over its own scheme. */
export function readWayLink(
  wallet: Wallet,
  way: Exclude<WalletWay, 'browser'>,
  { universal = false }: { universal?: boolean | undefined } = {},
): string | undefined {
  return (way === 'phone' && universal && wallet.link_mode) || wallet[links[way]] || undefined
}
