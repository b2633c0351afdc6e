import type { PageOptions } from './pageOptions.ts'
import type { SiteConfig } from './siteConfig.ts'

/** A wallet that loads later than this is still found, as one that was installed meanwhile, ms. */
const patienceMs = 800

/**
 * Loads the scripts of the test wallets, which announce themselves as installed wallets do: those that the address of
 * the page names, else the one of this installation.
 *
 * @returns Settles when each is there or failed: real wallets are in a page before its own code runs.
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
