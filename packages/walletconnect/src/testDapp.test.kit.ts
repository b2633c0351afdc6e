import type { Connector, Network } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import { openWalletConnect } from './openWalletConnect.ts'
import { type TestBrowser, testBrowser } from './testBrowser.test.kit.ts'

function network(caipNetworkId: ChainId): Network {
  return {
    id: caipNetworkId,
    name: caipNetworkId,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    chainNamespace: caipNetworkId.split(':')[0] as Namespace,
    caipNetworkId,
  }
}

export const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const networks = (['eip155:1', 'eip155:10', solanaMainnet] as const).map(network)
export const metadata = {
  name: 'Site',
  description: 'A site',
  url: 'https://site.example',
  icons: [],
  sdkType: 'foyer',
  sdkVersion: 'html-evm-0.1.0',
  projectId: 'site',
}

/** Starts our client as a site uses it; records its URIs. */
export async function startDapp({
  browser = testBrowser(),
  ...options
}: { relayUrl: string; browser?: TestBrowser } & Partial<openWalletConnect.Parameters>) {
  const logged: string[] = []
  const connector = await openWalletConnect({
    projectId: 'site',
    namespaces: ['eip155', 'solana'],
    browser,
    log: (message) => logged.push(message),
    ...options,
  })
  const uris: string[] = []
  let taken = 0
  let link: { name: string; href: string } | undefined
  const shared: Connector.PairParameters = {
    networks,
    metadata,
    onUri: (given) => given && uris.push(given.uri),
    onTaken: () => {
      taken++
    },
    readLink: () => link,
  }
  return {
    ...connector,
    browser,
    logged,
    uris,
    shared,
    taken: () => taken,
    setLink: (href: string) => {
      link = { name: 'Wallet', href }
    },
    open: (
      namespace: Namespace,
      parameters: Partial<Connector.ConnectParameters> = {},
    ): ReturnType<Connector['connect']> =>
      connector.connect({
        ...shared,
        namespace,
        chainId: undefined,
        silent: false,
        signal: new AbortController().signal,
        onPending() {},
        ...parameters,
      }),
    /** Resolves with the newest URI. */
    async uri(count = 1): Promise<string> {
      while (uris.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
      return uris.at(-1) ?? ''
    },
  }
}
