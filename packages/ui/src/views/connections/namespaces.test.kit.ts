import {
  type Adapter,
  type Connector,
  connect,
  createFoyer,
  type Foyer,
  type Network,
  type Options,
  type Scope,
  type SessionListener,
} from '@foyer/core'
import { FoyerError, type Namespace } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import { address, logos, network, networks } from '../../testFoyer.test.kit.ts'

const picture = (colour: string, mark: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/><g fill="#fff">${mark}</g></svg>`)}`

export const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const devnetId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const solanaPicture = picture(
  '#101014',
  '<path fill="#14f195" d="M10 9h14l-3 3H7zM7 20h14l3 3H10z"/><path fill="#9945ff" d="M7 14.500h14l3 3H10z"/>',
)

/** Two of EVM and two of Solana. */
export const twoNamespaces: readonly Network[] = [
  ...networks.slice(0, 2),
  network(solanaId, 'Solana', {
    nativeCurrency: sol,
    assets: { imageUrl: solanaPicture },
  }),
  network(devnetId, 'Solana Devnet', {
    nativeCurrency: sol,
    testnet: true,
    assets: { imageUrl: solanaPicture },
  }),
]

/** And three more namespaces. */
export const fiveNamespaces: readonly Network[] = [
  ...twoNamespaces,
  network('bip122:000000000019d6689c085ae165831e93', 'Bitcoin', {
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    assets: {
      imageUrl: picture('#f7931a', '<path d="M12 8h6a4 4 0 0 1 2 7 4 4 0 0 1-2 9h-6z"/>'),
    },
  }),
  network('tron:0x2b6653dc', 'TRON', {
    nativeCurrency: { name: 'TRX', symbol: 'TRX', decimals: 6 },
    assets: { imageUrl: picture('#d9232d', '<path d="M8 8l16 5-9 12z"/>') },
  }),
  network('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', {
    nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
    assets: { imageUrl: picture('#e6007a', '<circle cx="16" cy="16" r="8"/>') },
  }),
]

export const solanaAddress = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2'
const addresses: Readonly<Record<Namespace, string>> = {
  eip155: address,
  solana: solanaAddress,
  bip122: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
}

/** A base58 address, different for each `index`. */
export const solanaAccount = (index: number) =>
  `${String.fromCharCode(65 + (index % 20))}${index}${solanaAddress.slice(3)}`

/** The wallet of one namespace. Change its fields to change its behaviour. */
export type NamespaceWallet = {
  name: string
  imageUrl: string | undefined
  accounts: { address: string; type?: 'eoa' | 'smartAccount' }[]
  chainId: Network['caipNetworkId']
  scope: Scope | undefined
  /** Smallest units. */
  balance: bigint
  tokens: TokenBalance[]
  /** Its answer to any request. */
  answer: () => Promise<void>
  asked: string[]
  listener: SessionListener | undefined
  readonly connector: Connector
}

const walletNames: Readonly<Record<Namespace, string>> = {
  eip155: 'Example Wallet',
  solana: 'Harbour',
  bip122: 'Marigold',
  tron: 'Pebble',
  polkadot: 'Quill',
}
const colours: Readonly<Record<Namespace, string>> = {
  eip155: '#f6851b',
  solana: '#7b61ff',
  bip122: '#0f766e',
  tron: '#1f6feb',
  polkadot: '#b4235a',
}
const marks = '<path d="M9 9h14v14H9z"/>'

/** An instance with several namespaces, each with its own wallet; those of `connected` are connected in that order. */
export async function namespacesFoyer({
  connected = ['eip155', 'solana'],
  offered = twoNamespaces,
  options,
  setUp,
}: {
  connected?: readonly Namespace[]
  offered?: readonly Network[]
  options?: Partial<Options>
  /** Changes a wallet before it is connected. */
  setUp?: (wallets: Record<Namespace, NamespaceWallet>) => void
} = {}): Promise<{ foyer: Foyer; wallets: Record<Namespace, NamespaceWallet> }> {
  const namespaces = [...new Set(offered.map(({ chainNamespace }) => chainNamespace))]
  const wallets = Object.fromEntries(
    namespaces.map((one) => [one, makeWallet(one, offered)]),
  ) as Record<Namespace, NamespaceWallet>
  setUp?.(wallets)
  const stored = new Map<string, string>()
  const foyer = createFoyer({
    projectId: 'namespaces',
    networks: offered,
    connectors: Object.values(wallets).map(({ connector }) => connector),
    adapters: namespaces.map((one) => makeAdapter(one, wallets[one])),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        stored.set(key, value)
      },
      removeItem: (key) => {
        stored.delete(key)
      },
    },
    ...options,
  })
  for (const one of connected) await connect(foyer, { connector: wallets[one].connector })
  return { foyer, wallets }
}

function makeWallet(namespace: Namespace, offered: readonly Network[]): NamespaceWallet {
  const first = offered.find(({ chainNamespace }) => chainNamespace === namespace) as Network
  const wallet: NamespaceWallet = {
    name: walletNames[namespace],
    imageUrl: namespace === 'eip155' ? logos.wallet : picture(colours[namespace], marks),
    accounts: [{ address: addresses[namespace] }],
    chainId: first.caipNetworkId,
    scope: undefined,
    balance: 1_234_567_890n,
    tokens: [],
    answer: async () => {},
    asked: [],
    listener: undefined,
    connector: {
      id: `org.example.${namespace}`,
      type: 'ANNOUNCED',
      namespaces: [namespace],
      info: { rdns: `org.example.${namespace}` },
      get name() {
        return wallet.name
      },
      get imageUrl() {
        return wallet.imageUrl
      },
      async connect({ chainId, silent }) {
        await ask(silent ? 'reconnect' : 'connect')
        // A wallet without an active network uses the site's.
        const on = namespace === 'eip155' ? wallet.chainId : (chainId ?? wallet.chainId)
        return {
          provider: { request: () => Promise.reject(new FoyerError('unsupported-method')) },
          accounts: wallet.accounts,
          chainId: on,
          ...(wallet.scope ? { scope: wallet.scope } : {}),
        }
      },
      disconnect: () => ask('disconnect'),
      watch({ listener }) {
        wallet.listener = listener
        return () => {
          if (wallet.listener === listener) wallet.listener = undefined
        }
      },
    },
  }
  const ask = async (question: string) => {
    wallet.asked.push(question)
    await wallet.answer()
  }
  return wallet
}

/** Only EVM wallets have an active network. */
function makeAdapter(namespace: Namespace, wallet: NamespaceWallet): Adapter {
  return {
    namespace,
    isAddress: (text) => text.length > 20,
    verifyAddress: async (text) => text.length > 20,
    getBalance: async () => wallet.balance,
    getTokenBalances: async () => wallet.tokens,
    ...(namespace === 'eip155' && {
      async switchNetwork({ network: next }) {
        wallet.asked.push(`switch ${next.caipNetworkId}`)
        await wallet.answer()
        wallet.chainId = next.caipNetworkId
        wallet.listener?.onChain(next.caipNetworkId)
      },
    }),
  }
}
