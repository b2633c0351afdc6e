import type { Foyer, Preview } from '@foyer/core'
import type { Asset, DescribedCall, Description } from '@foyer/decode'
import type { CheckedRequest } from '@foyer/decode/preview'
import { address, testFoyer } from '../../testFoyer.test.kit.ts'

export const mallory = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdcAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const eth: Asset = { kind: 'native', symbol: 'ETH', name: 'Ether', decimals: 18, known: true }
const usdc: Asset = {
  ...{ kind: 'token', symbol: 'USDC', name: 'USD Coin', decimals: 6, known: true },
  address: usdcAddress,
}
const dai: Asset = { ...usdc, symbol: 'DAI', name: 'Dai', decimals: 18, address: mallory }
const to = (receiver: string, label: 'to' | 'spender' = 'to') =>
  ({ label, value: { kind: 'address', address: receiver, own: false } }) as const

const transfer: Description = {
  kind: 'transaction',
  title: 'send',
  risk: 'medium',
  warnings: [],
  leaves: [{ asset: eth, amount: 1_250_000_000_000_000_000n, by: 'request' }],
  comes: [],
  facts: [],
  calls: [{ action: 'send', target: friend, facts: [to(friend)], warnings: [], calls: [] }],
  simulation: 'complete',
  fee: { asset: eth, amount: 63_000_000_000_000n, by: 'request' },
}
const approve: Description = {
  ...transfer,
  title: 'approve-token',
  risk: 'high',
  warnings: [{ code: 'unlimited-amount' }, { code: 'lets-spend' }],
  leaves: [],
  calls: [
    {
      action: 'approve-token',
      target: usdcAddress,
      name: 'approve',
      facts: [
        to(mallory, 'spender'),
        {
          label: 'amount',
          value: { kind: 'amount', amount: 2n ** 256n - 1n, unlimited: true, asset: usdc },
        },
      ],
      warnings: [],
      calls: [],
    },
  ],
}
const take = (asset: Asset): DescribedCall => ({
  action: 'send-token',
  target: asset.address ?? '',
  name: 'transfer',
  facts: [
    to(mallory),
    { label: 'amount', value: { kind: 'amount', amount: 4_000n, unlimited: false, asset } },
  ],
  warnings: [],
  calls: [],
})
const drain: Description = {
  ...transfer,
  kind: 'calls',
  title: 'calls',
  risk: 'high',
  warnings: [{ code: 'simulation-unavailable' }],
  leaves: [
    { asset: usdc, amount: 10_000_000_000n, by: 'request' },
    { asset: dai, amount: 5_000n * 10n ** 18n, by: 'request' },
  ],
  calls: [take(usdc), take(dai)],
  simulation: 'unavailable',
}
const swap: Description = {
  ...transfer,
  title: 'swap',
  comes: [{ asset: usdc, amount: 4_812_345_678n, by: 'simulation' }],
  calls: [{ action: 'swap', target: mallory, facts: [], warnings: [], calls: [] }],
}
const permit: Description = {
  ...approve,
  kind: 'permit',
  title: 'permit-spending',
  warnings: [{ code: 'unlimited-amount' }, { code: 'long-deadline', values: { days: 'never' } }],
  facts: approve.calls[0]?.facts ?? [],
  calls: [],
  typed: {
    primaryType: 'Permit',
    domain: [{ name: 'name', type: 'string', text: 'USD Coin' }],
    message: [
      { name: 'spender', type: 'address', text: mallory },
      { name: 'value', type: 'uint256', text: String(2n ** 256n - 1n) },
    ],
  },
}
const { fee: _, simulation: __, ...permitOnly } = permit
const endless: Asset = {
  ...usdc,
  known: false,
  symbol: 'UNREASONABLYLONG',
  name: 'A token whose name is far too long for',
}
const long: Description = {
  ...drain,
  warnings: [
    { code: 'unknown-call' },
    { code: 'untried-contract' },
    { code: 'token-imitates', values: { symbol: 'USDC' } },
    { code: 'simulation-timed-out' },
    { code: 'not-fee-payer' },
  ],
  leaves: [{ asset: endless, amount: 10n ** 40n + 1n, by: 'simulation' }],
  calls: Array.from({ length: 12 }, () => take(endless)),
}

const checked = (description: Description, more: Partial<CheckedRequest> = {}): CheckedRequest => ({
  account: address,
  network: { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 },
  description,
  parties: [],
  signs: [],
  ...more,
})

/** A checked request of each kind. */
export const previews = {
  transfer: checked(transfer, { parties: [{ address: friend, kind: 'account' }] }),
  first: checked(transfer, { parties: [{ address: friend, kind: 'unused' }] }),
  swap: checked(swap),
  approve: checked(approve, { parties: [{ address: mallory, kind: 'contract' }] }),
  permit: checked(permitOnly, { signs: ['signature-takes'] }),
  drain: checked(drain, { signs: ['takes-several'] }),
  long: checked(long, { signs: ['takes-more', 'lets-take', 'takes-account'] }),
} as const satisfies Record<string, CheckedRequest>

/** An instance with a connected wallet that answers `0xdone`, and a preview that answers as `check` does. */
export async function previewing(
  check: Preview['check'],
): Promise<{ foyer: Foyer; asked: string[]; request: (method?: string) => Promise<unknown> }> {
  const asked: string[] = []
  const { foyer } = await testFoyer({
    options: { preview: { methods: ['send', 'sign'], check, subjectOf: () => undefined } },
    answer: async ({ method }) => {
      asked.push(method)
      return '0xdone'
    },
  })
  const connection = foyer.store.get().connections.eip155
  if (connection?.status !== 'connected') throw new Error('no wallet is connected')
  const { provider } = connection
  return { foyer, asked, request: (method = 'send') => provider.request({ method }) }
}
