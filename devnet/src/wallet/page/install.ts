import type { WalletConfig } from '../config.ts'
import { announce } from './announce.ts'
import { createProvider } from './createProvider.ts'

/** Puts the wallet into the page, as an extension does. */
export function install(config: WalletConfig): void {
  const provider = createProvider(config)
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
