import type { Wallet } from '@foyer/protocol'
import type { Connector } from '../connector/connector.ts'
import { plainRdns } from './plainRdns.ts'

/** Whether a connector, or one of its members, reaches this wallet of the directory. */
export function isSameWallet(connector: Connector, wallet: Wallet | undefined): boolean {
  if (!wallet) return false
  return (connector.members ?? [connector]).some(
    ({ explorerId, info }) =>
      explorerId === wallet.id || (!!info?.rdns && plainRdns(info.rdns) === plainRdns(wallet.rdns)),
  )
}
