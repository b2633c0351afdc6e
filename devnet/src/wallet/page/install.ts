import type { WalletConfig } from '../config.ts'
import { announce } from './announce.ts'
import { createAskUser } from './askUser.ts'
import { createProvider } from './createProvider.ts'
import { openSiteStore } from './siteState.ts'
import { installStandardWallet } from './standard/installStandardWallet.ts'
import type { WalletContext } from './walletContext.ts'

/** Installs the wallet into the page, like an extension. */
export function install(config: WalletConfig): void {
  const store = openSiteStore(config)
  const context: WalletContext = {
    config,
    store,
    askUser: createAskUser(config, store),
    pending: { accounts: false, solanaAccounts: false },
    presence: undefined,
  }
  if (config.namespaces.includes('solana')) context.presence = installStandardWallet(context)
  if (config.namespaces.includes('eip155')) installProvider(context)
}

function installProvider(context: WalletContext): void {
  const { config } = context
  const provider = createProvider(context)
  if (config.inject && !('ethereum' in window)) {
    Object.defineProperty(window, 'ethereum', {
      value: provider,
      configurable: true,
      writable: true,
    })
    window.dispatchEvent(new Event('ethereum#initialized'))
  }
  if (config.announce) announce(config, provider)
}
