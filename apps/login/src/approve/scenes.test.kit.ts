import type { Asset, DescribedCall, Description } from '@foyer/decode'
import type { Approval } from './approval.ts'

const account = '0x8f3A2bC4d5E6f708192a3B4c5D6e7F8091a2B3c4'
const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const router = '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
const usdcAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const network = { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 }

export const eth: Asset = {
  kind: 'native',
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  known: true,
}
export const usdc: Asset = {
  kind: 'token',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  address: usdcAddress,
  known: true,
}
const fee = { asset: eth, amount: 1_260_000_000_000_000n, by: 'simulation' } as const

const message: Description = {
  kind: 'message',
  title: 'sign-message',
  risk: 'low',
  warnings: [],
  leaves: [],
  comes: [],
  facts: [],
  text: { form: 'text', text: 'I agree to the terms of the gallery.\n\nRound 7', bytes: 45 },
  calls: [],
}
const call = (index: number): DescribedCall => ({
  action: index % 3 === 0 ? 'approve-token' : 'send-token',
  target: usdcAddress,
  name: index % 3 === 0 ? 'approve' : 'transfer',
  facts: [
    {
      label: index % 3 === 0 ? 'spender' : 'to',
      value: { kind: 'address', address: friend, own: false },
    },
    {
      label: 'amount',
      value: {
        kind: 'amount',
        amount: BigInt(index + 1) * 10_500_000n,
        unlimited: false,
        asset: usdc,
      },
    },
  ],
  warnings: [],
  calls: [],
})
const transfer: Description = {
  kind: 'transaction',
  title: 'send',
  risk: 'medium',
  warnings: [],
  leaves: [{ asset: eth, amount: 1_250_000_000_000_000_000n, by: 'request' }],
  comes: [],
  facts: [{ label: 'to', value: { kind: 'address', address: friend, own: false } }],
  calls: [{ action: 'send', target: friend, facts: [], warnings: [], calls: [] }],
  simulation: 'complete',
  fee,
}
const permit: Description = {
  kind: 'permit',
  title: 'permit-spending',
  risk: 'high',
  warnings: [{ code: 'unlimited-amount' }, { code: 'long-deadline', values: { days: '365' } }],
  leaves: [],
  comes: [],
  facts: [
    { label: 'spender', value: { kind: 'address', address: router, own: false } },
    {
      label: 'amount',
      value: { kind: 'amount', amount: 2n ** 256n - 1n, unlimited: true, asset: usdc },
    },
    { label: 'deadline', value: { kind: 'moment', at: Date.UTC(2027, 10, 21, 18, 0) } },
    { label: 'nonce', value: { kind: 'number', number: 4n } },
  ],
  typed: {
    primaryType: 'Permit',
    domain: [
      { name: 'name', type: 'string', text: 'USD Coin' },
      { name: 'chainId', type: 'uint256', text: '1' },
      { name: 'verifyingContract', type: 'address', text: usdcAddress },
    ],
    message: [
      { name: 'owner', type: 'address', text: account },
      { name: 'spender', type: 'address', text: router },
      { name: 'value', type: 'uint256', text: String(2n ** 256n - 1n) },
      { name: 'details', type: 'Details', fields: [{ name: 'nonce', type: 'uint256', text: '4' }] },
    ],
  },
  calls: [],
}
const signIn: Description = {
  kind: 'sign-in',
  title: 'sign-in',
  risk: 'low',
  warnings: [],
  leaves: [],
  comes: [],
  facts: [
    { label: 'statement', value: { kind: 'text', text: 'Sign in to see your collection.' } },
    { label: 'expires-at', value: { kind: 'moment', at: Date.UTC(2026, 10, 22, 9, 0) } },
    { label: 'request-id', value: { kind: 'text', text: '8a1f' } },
  ],
  calls: [],
}
const swap: Description = {
  ...transfer,
  title: 'swap',
  leaves: [{ asset: eth, amount: 1_500_000_000_000_000_000n, by: 'request' }],
  comes: [{ asset: usdc, amount: 4_812_345_678n, by: 'simulation' }],
  facts: [
    { label: 'contract', value: { kind: 'address', address: router, own: false } },
    { label: 'protocol', value: { kind: 'text', text: 'Uniswap Universal Router' } },
    { label: 'function', value: { kind: 'text', text: 'execute' } },
    { label: 'data', value: { kind: 'hex', hex: `0x3593564c${'00ab'.repeat(80)}`, bytes: 1_204 } },
  ],
  calls: [{ ...call(1), calls: [call(2), call(3)] }],
}
const fake: Asset = { kind: 'token', symbol: 'USDC', decimals: 6, address: router, known: false }

/** A description of each kind of request. */
export const descriptions = {
  message,
  transfer,
  permit,
  swap,
  signIn,
  long: {
    ...message,
    warnings: [{ code: 'hidden-characters' }],
    text: {
      form: 'text',
      bytes: 52_000,
      text: Array.from(
        { length: 400 },
        (_, line) => `${line + 1}. A clause that nobody reads.`,
      ).join('\n'),
    },
  },
  hash: {
    ...message,
    kind: 'blind',
    title: 'sign-unreadable',
    risk: 'medium',
    warnings: [{ code: 'not-text' }, { code: 'looks-like-hash' }],
    text: { form: 'hex', text: `0x${'9f3c'.repeat(16)}`, bytes: 32 },
  },
  calls: {
    ...transfer,
    kind: 'calls',
    title: 'calls',
    risk: 'medium',
    leaves: [
      { asset: eth, amount: 1_250_000_000_000_000_000n, by: 'request' },
      { asset: usdc, amount: 123_456_789_123n, by: 'simulation' },
    ],
    facts: [],
    calls: Array.from({ length: 20 }, (_, index) => call(index)),
  },
  together: {
    ...transfer,
    kind: 'calls',
    title: 'calls',
    warnings: [{ code: 'upgrades-account' }],
    leaves: [{ asset: usdc, amount: 21_000_000n, by: 'request' }],
    comes: [{ asset: eth, amount: 6_900_000_000_000_000n, by: 'simulation' }],
    facts: [],
    calls: [call(0), call(1)],
    atomic: true,
  },
  undo: {
    ...transfer,
    title: 'undo-smart-account',
    leaves: [],
    facts: [
      { label: 'nonce', value: { kind: 'number', number: 7n } },
      { label: 'gas', value: { kind: 'number', number: 50_200n } },
    ],
    calls: [],
  },
  grant: {
    ...transfer,
    kind: 'permission',
    title: 'grant-spending',
    risk: 'high',
    warnings: [{ code: 'acts-alone' }, { code: 'upgrades-account' }],
    leaves: [],
    facts: [
      { label: 'agent', value: { kind: 'address', address: router, own: false } },
      {
        label: 'per-period',
        value: {
          kind: 'rate',
          amount: 10_000_000n,
          asset: usdc,
          seconds: 86_400,
          unlimited: false,
        },
      },
      { label: 'expires-at', value: { kind: 'moment', at: Date.UTC(2026, 11, 1) } },
      { label: 'call-limit', value: { kind: 'number', number: 1_000n } },
    ],
    calls: [],
  },
  tooMany: {
    ...transfer,
    kind: 'calls',
    title: 'calls',
    calls: Array.from({ length: 21 }, (_, index) => call(index)),
  },
  scam: {
    ...transfer,
    title: 'approve-all',
    risk: 'high',
    warnings: [
      { code: 'approves-all-nfts' },
      { code: 'token-imitates', values: { symbol: 'USDC' } },
      { code: 'simulation-unavailable' },
      { code: 'not-fee-payer' },
    ],
    leaves: [
      {
        asset: { kind: 'nft', symbol: '', name: 'Bored Gallery', known: false, address: router },
        amount: 1n,
        tokenId: 8817n,
        by: 'request',
      },
      { asset: fake, amount: 987_654_321_987_654_321_987n, by: 'simulation' },
    ],
    facts: [{ label: 'operator', value: { kind: 'address', address: friend, own: false } }],
  },
  promise: {
    ...transfer,
    title: 'several-calls',
    risk: 'high',
    warnings: [
      { code: 'promises-more' },
      { code: 'income-may-fail' },
      { code: 'simulation-disagrees' },
    ],
    leaves: [{ asset: eth, amount: 10_000_000_000_000_000_000n, by: 'request' }],
    calls: [{ ...call(1), calls: [call(2), call(3)] }],
  },
  safe: {
    ...permit,
    kind: 'typed-data',
    title: 'sign-safe-transaction',
    warnings: [
      { code: 'acts-for-safe' },
      { code: 'safe-refund' },
      { code: 'safe-settings' },
      { code: 'whole-balance' },
    ],
    facts: [
      { label: 'application', value: { kind: 'address', address: router, own: false } },
      { label: 'to', value: { kind: 'address', address: router, own: false } },
      {
        label: 'value',
        value: { kind: 'amount', amount: 1_250_000_000_000_000_000n, unlimited: false, asset: eth },
      },
      {
        label: 'refund',
        value: { kind: 'amount', amount: 987_654_321_987_654n, unlimited: false, asset: usdc },
      },
      { label: 'refund-receiver', value: { kind: 'address', address: friend, own: false } },
    ],
    calls: [
      {
        action: 'change-safe',
        target: router,
        name: 'addOwnerWithThreshold',
        facts: [
          { label: 'new-owner', value: { kind: 'address', address: friend, own: false } },
          { label: 'threshold', value: { kind: 'number', number: 1n } },
        ],
        warnings: [],
        calls: [],
      },
    ],
  },
  typed: {
    ...permit,
    kind: 'typed-data',
    title: 'sign-typed-data',
    risk: 'medium',
    warnings: [{ code: 'no-network-in-data' }],
    facts: [],
  },
  solana: {
    ...transfer,
    kind: 'solana-transaction',
    title: 'solana-transaction',
    leaves: [
      {
        asset: { kind: 'native', symbol: 'SOL', name: 'Solana', decimals: 9, known: true },
        amount: 2_000_000_000n,
        by: 'request',
      },
    ],
    facts: [],
    calls: [
      {
        ...call(0),
        action: 'fee-settings',
        target: 'ComputeBudget111111111111111111111111111111',
        facts: [],
      },
      { ...call(1), action: 'send', target: '11111111111111111111111111111111' },
      {
        ...call(1),
        action: 'memo',
        facts: [{ label: 'memo', value: { kind: 'text', text: 'For lunch' } }],
      },
    ],
  },
} satisfies Record<string, Description>
export type SceneName = keyof typeof descriptions | 'reading'

/** The request of a scene. */
export function sceneOf(name: SceneName, change: Partial<Approval> = {}): Approval {
  return {
    rid: '6f1f7c3e-1f6f-4c6e-9d5a-0c7b7f6f0a01',
    digest: `0x${'ab'.repeat(32)}`,
    origin: 'https://app.gallery.example',
    account: name === 'solana' ? '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' : account,
    network:
      name === 'solana'
        ? {
            id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
            name: 'Solana',
            symbol: 'SOL',
            decimals: 9,
          }
        : network,
    claims: { name: 'Gallery' },
    description: name === 'reading' ? undefined : descriptions[name],
    position: { index: 1, count: 1 },
    expiresAt: Date.now() + 300_000,
    ...change,
  }
}
