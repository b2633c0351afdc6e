import {
  type Adapter,
  type Foyer,
  loadBalances,
  type PaymentCheck,
  type Transfers,
} from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import { address, logos, type TestWallet, testFoyer } from '../../testFoyer.test.kit.ts'

export const eth = 10n ** 18n
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Starts and ends like {@link bob}. */
export const fakeBob = '0x70991111111111111111111111111111111179C8'
export const tokenContract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const vault = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'

export const usdc: TokenBalance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${tokenContract}`,
  price: 1,
  value: 250.5,
  quantity: { decimals: '6', numeric: '250.5' },
  iconUrl: logos.dollar,
}
export const ether: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2500,
  value: 5000,
  quantity: { decimals: '18', numeric: '2' },
}

/** The answers of the chain and the wallet to transfers. Change its fields to change them. */
export type TestChain = {
  /** Wei. */
  fee: bigint
  estimate: () => Promise<void>
  send: () => Promise<string>
  receipt: () => Promise<'success' | 'reverted'>
  /** Undefined: the namespace can not replace transactions. */
  replace: Transfers['replace']
  /** The chain's answer about a payment. */
  check: () => PaymentCheck | Promise<PaymentCheck>
  /** The transfers that the wallet was asked for. */
  sent: { amount: bigint; to: string; token: string | undefined }[]
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Creates an instance whose wallet can send. */
export async function sendingFoyer({
  chain: given,
  wallet,
  ...kit
}: Omit<NonNullable<Parameters<typeof testFoyer>[0]>, 'wallet'> & {
  chain?: Partial<TestChain>
  wallet?: Partial<TestWallet>
} = {}): Promise<{ foyer: Foyer; chain: TestChain; wallet: TestWallet }> {
  const chain: TestChain = {
    fee: 10n ** 14n,
    estimate: async () => {},
    send: async () => `0x${'1'.repeat(64)}`,
    receipt: async () => 'success',
    replace: undefined,
    check: () =>
      chain.sent.length > 0
        ? { status: 'paid', at: 1_700_000_000_000, from: address }
        : { status: 'unpaid', reason: 'not-found' },
    sent: [],
    ...given,
  }
  const made = await testFoyer({
    ...kit,
    wallet: { balance: 2n * eth, tokens: [ether, usdc], ...wallet },
  })
  const sending: Partial<Adapter> = {
    isAddress: (text) => /^0x[0-9a-f]{40}$/i.test(text),
    verifyAddress: async (text) => /^0x[0-9a-f]{40}$/i.test(text),
    async send({ amount, to, token }) {
      chain.sent.push({ amount, to, token })
      return chain.send()
    },
    async waitForTransaction({ hash, signal }) {
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
      return { hash, status: await Promise.race([chain.receipt(), aborted]), blockNumber: 1n }
    },
    transfers: async () => ({
      coinTypes: () => ['60'],
      async estimateFee() {
        await chain.estimate()
        return { fee: chain.fee, reserve: chain.fee * 2n }
      },
      inspectReceiver: async ({ to }) =>
        isSame(to, tokenContract) ? 'token' : isSame(to, vault) ? 'contract' : 'account',
      isSame,
      writeRequest: ({ address, amount, token }) => `pay:${token ?? 'coin'}:${address}?${amount}`,
      payments: async () => ({
        assetOf: (token) => (token === undefined ? 'slip44:60' : `erc20:${token}`),
        readToken: async () => ({ decimals: 6, symbol: 'USDC' }),
        readBalance: async () => 250_500_000n,
        find: async () => [],
        check: async () => chain.check(),
      }),
      ...(chain.replace && { replace: chain.replace }),
    }),
  }
  Object.assign(made.foyer.adapters.eip155 ?? {}, sending)
  await loadBalances(made.foyer).catch(() => {})
  return { ...made, chain }
}

/** A promise of a wallet that waits for its user. */
export const never = () => new Promise<never>(() => {})
export const decline = () => Promise.reject(new FoyerError('user-rejected'))
