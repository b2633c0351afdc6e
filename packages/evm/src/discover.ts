import type { Connector } from '@foyer/core'
import { createConnector } from './createConnector.ts'
import { type EvmProvider, isEvmProvider } from './evmProvider.ts'
import { parseAnnouncement } from './parseAnnouncement.ts'
import { readInjectedWallet } from './readInjectedWallet.ts'

/**
 * Reports the wallets of this browser, now and as they appear: announced ones, one per rdns, and the one at
 * `window.ethereum` unless it is one of them. Without a window it does nothing.
 *
 * @returns A stop function.
 * @source https://eips.ethereum.org/EIPS/eip-6963
 */
export function discover(
  onConnector: (connector: Connector) => void,
  { announced = true, injected = true }: discover.Options = {},
): () => void {
  const page = (globalThis as { window?: Window & { ethereum?: unknown } }).window
  if (!page) return () => {}
  // The first wallet keeps its rdns, so that a later one cannot impersonate it.
  const wallets = new Map<string, EvmProvider>()
  let isInjectedReported = false

  const onAnnounce = (event: Event) => {
    const wallet = parseAnnouncement((event as CustomEvent<unknown>).detail)
    if (!wallet || wallets.has(wallet.info.rdns)) return
    const { icon, name, rdns } = wallet.info
    wallets.set(rdns, wallet.provider)
    onConnector(
      createConnector({
        id: rdns,
        type: 'ANNOUNCED',
        name,
        info: { rdns },
        imageUrl: icon,
        provider: wallet.provider,
      }),
    )
  }

  const reportInjected = () => {
    const wallet = readWindowEthereum(page)
    if (isInjectedReported || !wallet || isAnnounced(wallet, wallets)) return
    isInjectedReported = true
    const { name, rdns } = wallet
    onConnector(
      createConnector({
        id: 'injected',
        type: 'INJECTED',
        name,
        info: rdns ? { rdns } : undefined,
        provider: wallet.provider,
      }),
    )
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const reportSoon = () => {
    timer = setTimeout(reportInjected)
  }

  if (announced) {
    page.addEventListener('eip6963:announceProvider', onAnnounce)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (injected) {
    reportInjected()
    // Wallets that are injected later emit an event, and many announce themselves right after.
    page.addEventListener('ethereum#initialized', reportSoon, { once: true })
  }
  return () => {
    page.removeEventListener('eip6963:announceProvider', onAnnounce)
    page.removeEventListener('ethereum#initialized', reportSoon)
    clearTimeout(timer)
  }
}

export declare namespace discover {
  type Options = {
    /** Wallets that announce themselves by EIP-6963. @default true */
    announced?: boolean | undefined
    /** The wallet at `window.ethereum`. @default true */
    injected?: boolean | undefined
  }
}

type Injected = { provider: EvmProvider; name: string; rdns?: string }

function readWindowEthereum(page: { ethereum?: unknown }): Injected | undefined {
  try {
    const provider = page.ethereum
    return isEvmProvider(provider) ? { provider, ...readInjectedWallet(provider) } : undefined
  } catch {
    // A getter of an untrusted object threw.
    return undefined
  }
}

/**
 * True if an announced wallet is the one at `window.ethereum`: the same object, a wrapper with the same function, or
 * the same name. One without a name counts as announced.
 */
function isAnnounced(
  { provider, rdns }: Injected,
  wallets: ReadonlyMap<string, EvmProvider>,
): boolean {
  if (wallets.size === 0) return false
  if (rdns === undefined || wallets.has(rdns)) return true
  return [...wallets.values()].some((other) => other === provider || isWrapper(other, provider))
}

function isWrapper(one: EvmProvider, other: EvmProvider): boolean {
  try {
    return one.request === other.request
  } catch {
    // A getter of an untrusted object threw.
    return false
  }
}
