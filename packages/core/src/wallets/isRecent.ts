import type { Connector } from '../connector/connector.ts'
import type { RecentWallet } from './recentWallet.ts'

/** True if a connector, or one of its members, is this recent wallet. */
export function isRecent({ members, ...connector }: Connector, recent: RecentWallet): boolean {
  return (members ?? [connector]).some(
    ({ explorerId, id, info }) =>
      explorerId === recent.id ||
      id === recent.id ||
      (recent.rdns !== undefined && info?.rdns === recent.rdns),
  )
}
