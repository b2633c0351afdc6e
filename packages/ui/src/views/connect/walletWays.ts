import type { WalletEntry } from '@foyer/core'
import type { Wallet } from '@foyer/protocol/api'

/** Ways to reach a wallet from here: its extension, a phone (on a phone: its app), its desktop app, its site. */
export type WalletWay = 'browser' | 'phone' | 'desktop' | 'web'

/** Link fields by way; the extension needs none. */
const links = {
  phone: 'mobile_link',
  desktop: 'desktop_link',
  web: 'webapp_link',
} as const satisfies Partial<Record<WalletWay, keyof Wallet>>

/** Lists the ways to a wallet, the nearest first; none: it must be installed first. @source spec 5.21 */
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

/** Returns the link template of a way. @param universal - Prefer the wallet's https address over its own scheme. */
export function readWayLink(
  wallet: Wallet,
  way: Exclude<WalletWay, 'browser'>,
  { universal = false }: { universal?: boolean | undefined } = {},
): string | undefined {
  return (way === 'phone' && universal && wallet.link_mode) || wallet[links[way]] || undefined
}
