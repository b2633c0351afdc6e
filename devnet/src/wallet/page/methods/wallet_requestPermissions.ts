import * as v from 'valibot'
import { permissions } from '../permissions.ts'
import { permitAccounts } from '../permitAccounts.ts'
import { invalidParams } from '../rpcError.ts'
import { onlyOnePending, type WalletMethod } from '../walletContext.ts'

/** The only permission that this wallet supports. */
export const accountsPermission = v.tuple([
  v.object({ eth_accounts: v.record(v.string(), v.unknown()) }),
])

/**
 * Asks the user to select accounts, even if some are already permitted.
 *
 * @source EIP-2255
 */
export const wallet_requestPermissions: WalletMethod = async (context, params) => {
  if (!v.is(accountsPermission, params)) {
    throw invalidParams('Expected [{ eth_accounts: {} }].')
  }
  return onlyOnePending(context, 'wallet_requestPermissions', async () => {
    await permitAccounts(context, 'wallet_requestPermissions')
    return permissions(context)
  })
}
