import type { Wallet } from '@foyer/protocol/api'
import type { Connector } from '../connector/connector.ts'
import { plainRdns } from './plainRdns.ts'

/** True if a connector, or one of its members, reaches this directory wallet. */
export function isSameWallet(connector: Connector, wallet: Wallet | undefined): boolean {
  if (!wallet) return false
  return (connector.members ?? [connector]).some(
    ({ explorerId, info }) =>
      explorerId === wallet.id || (!!info?.rdns && plainRdns(info.rdns) === plainRdns(wallet.rdns)),
  )
}
