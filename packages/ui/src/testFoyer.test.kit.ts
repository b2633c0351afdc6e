import {
  type Adapter,
  type Connector,
  connect,
  createFoyer,
  type Foyer,
  type Network,
  type Options,
  type Provider,
  type SessionListener,
  type StorageBacking,
} from '@foyer/core'
import { type ChainId, FoyerError, type Namespace } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'

/** A minimal wallet. Change its fields to change its behaviour. */
export type TestWallet = {
  address: string
  chainId: ChainId
  /** Smallest units. */
  balance: bigint
  tokens: TokenBalance[]
  /** Its answer to any request. */
  answer: () => Promise<void>
  /** The chain's answer to balance requests. */
  chainAnswer: () => Promise<void>
  /** Calls in order: `connect`, `switch eip155:8453`, `tokens`. */
  asked: string[]
  /** The page's listener. */
  listener: SessionListener | undefined
}

export const address = '0x52908400098527886E0F7030069857D2E4169EE7'

export function network(
  caipNetworkId: ChainId,
  name: string,
  more: Partial<Network> = {},
): Network {
  const [chainNamespace = '', id = ''] = caipNetworkId.split(':')
  return {
    id,
    name,
    chainNamespace: chainNamespace as Namespace,
    caipNetworkId,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.invalid'] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.invalid' } },
    ...more,
  }
}

const square = (colour: string, mark: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/>${mark}</svg>`)}`
export const logos = {
  ethereum: square(
    '#627eea',
    '<path fill="#fff" d="M16 4l8 12-8 5-8-5zM16 22.500l8-5-8 11-8-11z"/>',
  ),
  base: square('#0052ff', '<circle cx="16" cy="16" r="9" fill="#fff"/>'),
  polygon: square('#8247e5', '<path fill="#fff" d="M10 12l6-4 6 4v8l-6 4-6-4z"/>'),
  dollar: square(
    '#2775ca',
    '<circle cx="16" cy="16" r="8" fill="none" stroke="#fff" stroke-width="3"/>',
  ),
  wallet: square('#f6851b', '<path fill="#fff" d="M7 9h18v14H7z"/>'),
}

export const networks = [
  network('eip155:1', 'Ethereum', { assets: { imageUrl: logos.ethereum } }),
  network('eip155:8453', 'Base', { assets: { imageUrl: logos.base } }),
  network('eip155:137', 'Polygon', {
    assets: { imageUrl: logos.polygon },
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  }),
  network('eip155:11155111', 'Sepolia', { testnet: true }),
] as const

/** Storage of one page; given to two instances, the second is the page after a reload. */
export function testStorage(): StorageBacking {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      stored.set(key, value)
    },
    removeItem: (key) => {
      stored.delete(key)
    },
  }
}

/** Creates an instance with one wallet, connected unless `connected` is false. It has a storage of its own. */
export async function testFoyer({
  answer = () => Promise.reject(new FoyerError('unsupported-method')),
  connected = true,
  options,
  wallet: given,
}: {
  /** The wallet's answer to requests of its provider. */
  answer?: Provider['request']
  connected?: boolean
  options?: Partial<Options>
  wallet?: Partial<TestWallet>
} = {}): Promise<{ foyer: Foyer; wallet: TestWallet; connector: Connector }> {
  const wallet: TestWallet = {
    address,
    chainId: 'eip155:1',
    balance: 1_234_567_890_123_456_789n,
    tokens: [],
    answer: async () => {},
    chainAnswer: async () => {},
    asked: [],
    listener: undefined,
    ...given,
  }
  const ask = async (question: string) => {
    wallet.asked.push(question)
    await wallet.answer()
  }
  const provider = { request: answer }
  const connector: Connector = {
    id: 'org.example.wallet',
    type: 'ANNOUNCED',
    name: 'Example Wallet',
    namespaces: ['eip155', 'solana'],
    info: { rdns: 'org.example.wallet' },
    imageUrl: logos.wallet,
    async connect({ silent }) {
      await ask(silent ? 'reconnect' : 'connect')
      return { provider, accounts: [{ address: wallet.address }], chainId: wallet.chainId }
    },
    disconnect: () => ask('disconnect'),
    watch({ listener }) {
      wallet.listener = listener
      return () => {
        if (wallet.listener === listener) wallet.listener = undefined
      }
    },
  }
  const adapter = (namespace: Namespace): Adapter => ({
    namespace,
    hasHistory: namespace === 'eip155',
    isAddress: (text) => text.length > 20,
    verifyAddress: async (text) => text.length > 20,
    async getBalance() {
      await wallet.chainAnswer()
      return wallet.balance
    },
    async getTokenBalances() {
      wallet.asked.push('tokens')
      await wallet.chainAnswer()
      return wallet.tokens
    },
    ...(namespace === 'eip155' && {
      async sendNft({ amount, to, tokenId }) {
        await ask(`send ${amount} of NFT ${tokenId} to ${to}`)
        return `0x${'5'.repeat(64)}`
      },
    }),
    async waitForTransaction({ hash }) {
      await wallet.chainAnswer()
      return { hash, status: 'success', blockNumber: 1n }
    },
    async switchNetwork({ network: next }) {
      await ask(`switch ${next.caipNetworkId}`)
      wallet.chainId = next.caipNetworkId
      wallet.listener?.onChain(next.caipNetworkId)
    },
  })
  const foyer = createFoyer({
    projectId: 'test',
    networks,
    connectors: [connector],
    adapters: [...new Set((options?.networks ?? networks).map((one) => one.chainNamespace))].map(
      adapter,
    ),
    storage: testStorage(),
    ...options,
  })
  if (connected) await connect(foyer, { connector })
  return { foyer, wallet, connector }
}

/** A promise that the test settles. */
export function open(): {
  promise: Promise<void>
  resolve: () => void
  reject: (e: Error) => void
} {
  let resolve = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
