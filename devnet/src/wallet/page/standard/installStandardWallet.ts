import type { Presence, WalletContext } from '../walletContext.ts'
import { createStandardWallet } from './createStandardWallet.ts'
import { createRegistration } from './registration.ts'

/** Registers the wallet by the Wallet Standard. */
export function installStandardWallet(context: WalletContext): Presence {
  const { wallet, isConnected } = createStandardWallet(context)
  const { isRegistered, register, unregister } = createRegistration(wallet)
  register()
  return { isConnected, isRegistered, appear: register, disappear: unregister }
}
