import * as v from 'valibot'
import { invalidParams } from '../rpcError.ts'
import type { WalletMethod } from '../walletContext.ts'
import { accountsPermission } from './wallet_requestPermissions.ts'

/**
 * Revokes this site's permission for all accounts.
 *
 * @source https://github.com/MetaMask/metamask-improvement-proposals/blob/main/MIPs/mip-2.md
 */
export const wallet_revokePermissions: WalletMethod = async ({ store }, params) => {
  if (!v.is(accountsPermission, params)) {
    throw invalidParams('Expected [{ eth_accounts: {} }].')
  }
  store.update({ accounts: [], permittedAt: 0 })
  return null
}
