import type { PageOptions } from './pageOptions.ts'
import type { SiteConfig } from './siteConfig.ts'

/** After this time the page stops waiting for a wallet's script; the wallet can still announce itself later. ms. */
const patienceMs = 10_000

/**
 * Loads the scripts of the test wallets, which announce themselves like installed wallets: those in the page's URL, else the
 * one of this installation.
 *
 * @returns Settles when each is loaded or failed, because real wallets are in a page before its own code runs.
 */
export async function loadWallets(
  { walletUrl }: SiteConfig,
  { wallet = walletUrl ? [`${walletUrl}/devwallet.js`] : [] }: PageOptions,
): Promise<void> {
  const loading = wallet.filter((url) => url !== 'none').map(loadScript)
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([Promise.all(loading), late])
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve()
    script.onerror = () => {
      console.warn(`The wallet at ${url} could not be loaded.`)
      resolve()
    }
    document.head.append(script)
  })
}
