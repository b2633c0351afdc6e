import type { Wallet } from '@wallet-standard/base'

/** The registration API of a page's script. */
type Api = { register: (wallet: Wallet) => (() => void) | undefined }

/** A wallet's registration with a page's scripts. */
export type Registration = {
  isRegistered: () => boolean
  register: () => void
  unregister: () => void
}

/**
 * Registers a wallet with every script of the page that looks for wallets, now or later. The standard's own `registerWallet`
 * drops the function that unregisters, but tests need it.
 *
 * @source https://github.com/wallet-standard/wallet-standard/blob/master/DESIGN.md
 */
export function createRegistration(wallet: Wallet): Registration {
  const leaves: (() => void)[] = []
  let registered = false
  const join = (api: Api) => {
    const leave = api.register(wallet)
    if (leave) leaves.push(leave)
  }
  window.addEventListener('wallet-standard:app-ready', (event) => {
    if (registered) join((event as CustomEvent<Api>).detail)
  })
  return {
    isRegistered: () => registered,
    register() {
      if (registered) return
      registered = true
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: join }))
    },
    unregister() {
      registered = false
      for (const leave of leaves.splice(0)) leave()
    },
  }
}
