import { permitAccounts } from '../permitAccounts.ts'
import { onlyOnePending, visibleAddresses, type WalletMethod } from '../walletContext.ts'

/**
 * Connects: asks the user, unless this site is already permitted.
 *
 * @source EIP-1102
 */
export const eth_requestAccounts: WalletMethod = (context) =>
  onlyOnePending(context, 'eth_requestAccounts', async () => {
    const { config, store, askUser } = context
    const { accounts, locked } = store.read()
    if (accounts.length === 0) await permitAccounts(context, 'eth_requestAccounts')
    else if (locked) await askUser({ method: 'devwallet_unlock' })
    return visibleAddresses(config, store.read())
  })
