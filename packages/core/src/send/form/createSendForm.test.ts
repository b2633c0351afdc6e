import { FoyerError, formatUnits } from '@foyer/protocol'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Adapter } from '../../adapter.ts'
import { connect } from '../../connection/connect.ts'
import { alice, bob, gate, testFoyer, testNetwork, testWallet } from '../../testFoyer.test.kit.ts'
import { testServer } from '../../testServer.test.kit.ts'
import { rememberContact } from '../receiver/contacts.ts'
import type { Transfers } from '../transfers.ts'
import { createSendForm } from './createSendForm.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const token = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${`0x${'c0'.repeat(20)}`}`,
  price: 1,
  quantity: { decimals: '6', numeric: '250.5' },
}
const transfers: Transfers = {
  coinTypes: () => [],
  estimateFee: async () => ({ fee: 10n, reserve: 25n }),
  inspectReceiver: async () => 'account',
  isSame: (one, other) => one === other,
  writeRequest: () => '',
}

async function opened(
  adapter: Partial<Adapter> = {},
  more: Partial<Transfers> = {},
  options: Parameters<typeof testFoyer>[0] = {},
) {
  const sent: unknown[] = []
  const foyer = testFoyer({
    networks,
    ...options,
    adapter: {
      getBalance: async () => 10n ** 18n,
      getTokenBalances: async () => [token],
      send: async ({ amount, to, token: what }) => {
        sent.push({ amount, to, token: what })
        return '0xhash'
      },
      transfers: async () => ({ ...transfers, ...more }),
      waitForTransaction: async ({ hash }) => ({ hash, status: 'success', blockNumber: 1n }),
      ...adapter,
    },
  })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const form = createSendForm(foyer)
  onTestFinished(form.follow())
  const state = () => form.store.get()
  await expect.poll(() => state().tokenBalances).toHaveLength(2)
  await expect.poll(() => state().token?.quantity.numeric).toBe('1')
  await expect.poll(() => state().loading).toBe(false)
  return { foyer, form, sent, state, wallet }
}

test('[3.14] has every field of the form, for the connected account', async () => {
  const { form, state } = await opened()
  expect(state()).toMatchObject({
    account: `eip155:1:${alice}`,
    token: { symbol: 'COIN', quantity: { decimals: '18', numeric: '1' } },
    sendTokenAmount: undefined,
    receiverAddress: undefined,
    receiverProfileName: undefined,
    receiverProfileImageUrl: undefined,
    loading: false,
    tokenBalances: [{ symbol: 'COIN' }, { symbol: 'USDC' }],
    networkBalanceInUSD: undefined,
    estimate: { fee: 10n, max: 10n ** 18n - 25n },
  })
  form.setToken(token.address)
  form.setAmount('1.5')
  form.setReceiver(bob)
  await expect.poll(() => state().receiverAddress).toBe(bob)
  expect(state()).toMatchObject({ sendTokenAmount: 1_500_000n, token: { symbol: 'USDC' } })
})

test('[3.14] shows the picture of a receiver that is known or typed by name, and of no other', async () => {
  const server = await testServer(({ path }) => {
    if (path.includes('/balance'))
      return {
        balances: [
          {
            ...token,
            address: undefined,
            symbol: 'COIN',
            quantity: { decimals: '18', numeric: '1' },
          },
          token,
        ],
      }
    if (path.includes('/identity/')) return { name: 'bob.eth', avatar: 'data:image/png;base64,AA' }
    const unknown = { registeredAt: null, updatedAt: null, attributes: {} }
    return { name: 'bob.eth', ...unknown, addresses: { 60: { address: bob, createdAt: null } } }
  })
  const { foyer, form, state } = await opened(
    {},
    { coinTypes: () => ['60'] },
    { apiUrl: server.url },
  )
  form.setReceiver(bob)
  await expect.poll(() => state().warnings).toEqual([{ kind: 'first-time' }])
  await expect.poll(() => state().loading).toBe(false)
  expect(state().receiverProfileImageUrl).toBe(undefined)
  form.setReceiver('bob.eth')
  await expect.poll(() => state().receiverProfileImageUrl).toBe('data:image/png;base64,AA')
  form.setReceiver('')
  expect(state().receiverProfileImageUrl).toBe(undefined)
  rememberContact(foyer, { contact: { address: bob, usedAt: 1 }, namespace: 'eip155' })
  form.setReceiver(bob)
  await expect.poll(() => state().receiverProfileImageUrl).toBe('data:image/png;base64,AA')
})

test('[4.25] sends, empties the form, and tells how it ended', async () => {
  const { form, sent, state } = await opened()
  form.setAmount('0.25')
  form.setReceiver(bob)
  await expect.poll(() => state().receiverAddress).toBe(bob)
  await form.send()
  expect(sent).toEqual([{ amount: 25n * 10n ** 16n, to: bob, token: undefined }])
  expect(state()).toMatchObject({
    amountText: '',
    receiverText: '',
    sendTokenAmount: undefined,
    outcome: {
      status: 'success',
      hash: '0xhash',
      transfer: { amount: 25n * 10n ** 16n, to: bob },
    },
  })
})

test.each([
  [
    'reverted',
    async () => ({ hash: '0xhash', status: 'reverted' as const, blockNumber: 1n }),
    'failed',
  ],
  ['replaced', () => Promise.reject(new FoyerError('transaction-rejected')), 'replaced'],
  ['not answered', () => Promise.reject(new FoyerError('rpc-failed')), 'unknown'],
])('a transaction that is %s ends as %s', async (_, waitForTransaction, status) => {
  const { form, state } = await opened({ waitForTransaction })
  form.setAmount('1')
  form.setReceiver(bob)
  await expect.poll(() => state().receiverAddress).toBe(bob)
  await form.send()
  expect(state().outcome?.status).toBe(status)
})

test('a declined request keeps the form', async () => {
  const { form, state } = await opened({ send: () => Promise.reject({ code: 4001 }) })
  form.setAmount('1')
  form.setReceiver(bob)
  await expect.poll(() => state().receiverAddress).toBe(bob)
  await form.send()
  expect(state()).toMatchObject({ amountText: '1', outcome: { status: 'rejected' } })
})

test('[5.10] an incomplete form is not sent', async () => {
  const { form, sent, state } = await opened()
  await form.send()
  expect(state().outcome).toMatchObject({
    status: 'error',
    error: { code: 'amount-and-receiver-required' },
  })
  expect(sent).toEqual([])
})

test('values of a site wait for their token; meanwhile no other token takes its place', async () => {
  const answer = gate<(typeof token)[]>()
  const foyer = testFoyer({
    networks,
    adapter: {
      getBalance: async () => 10n ** 18n,
      getTokenBalances: () => answer.promise,
      transfers: async () => transfers,
      send: async () => '0x1',
    },
  })
  await connect(foyer, { connector: testWallet().connector })
  const form = createSendForm(foyer)
  form.fill({ amount: 2_500_000n, to: bob, token: token.address.slice('eip155:1:'.length) })
  onTestFinished(form.follow())
  expect(form.store.get()).toMatchObject({ token: undefined, sendTokenAmount: undefined })
  answer.open([token])
  await expect
    .poll(() => form.store.get())
    .toMatchObject({ token: { symbol: 'USDC' }, sendTokenAmount: 2_500_000n, amountText: '2.5' })
})

test('another account or network empties the form', async () => {
  const { form, state, wallet } = await opened()
  form.setAmount('0.25')
  form.setReceiver(bob)
  wallet.emit.onChain('eip155:8453')
  expect(state()).toMatchObject({
    account: `eip155:8453:${alice}`,
    amountText: '',
    receiverText: '',
  })
})

test('another token empties the amount, and the same amount stays exact in another unit', async () => {
  const { form, state } = await opened()
  form.setToken(token.address)
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 250_500_000n }), async (amount) => {
      form.setAmount(formatUnits(amount, 6))
      expect(state().sendTokenAmount).toBe(amount)
      form.switchUnit()
      expect(state()).toMatchObject({ isFiat: true, sendTokenAmount: amount })
      form.switchUnit()
      expect(state()).toMatchObject({ sendTokenAmount: amount, amountText: formatUnits(amount, 6) })
    }),
    { numRuns: 50 },
  )
  form.setMax()
  expect(state()).toMatchObject({ sendTokenAmount: 250_500_000n, amountText: '250.5' })
  form.setToken(undefined)
  expect(state()).toMatchObject({ sendTokenAmount: undefined, amountText: '' })
  form.setMax()
  expect(state().sendTokenAmount ?? 0n).toBe(0n)
  await expect.poll(() => state().estimate).toBeDefined()
  form.setMax()
  expect(state().sendTokenAmount).toBe(10n ** 18n - 25n)
})

test('a wallet that ignores the place of a transaction may not speed it up; the first one goes on', async () => {
  const receipt = gate<{ hash: string; status: 'success'; blockNumber: bigint }>()
  const { form, state } = await opened(
    { waitForTransaction: () => receipt.promise },
    { replace: async () => ({ hash: '0xother', isReplaced: false }) },
  )
  form.setAmount('1')
  form.setReceiver(bob)
  await expect.poll(() => state().receiverAddress).toBe(bob)
  const end = form.send()
  await expect.poll(() => state().outcome?.status).toBe('pending')
  await form.replace('speed-up')
  expect(state().outcome).toMatchObject({
    status: 'pending',
    hash: '0xhash',
    notReplaced: 'failed',
  })
  await form.replace('cancel')
  expect(state().outcome).toMatchObject({ hash: '0xhash', notReplaced: 'wallet-ignored' })
  receipt.open({ hash: '0xhash', status: 'success', blockNumber: 1n })
  await end
  expect(state().outcome).toMatchObject({ status: 'success', hash: '0xhash' })
})

test('a cancelled transaction ends as cancelled', async () => {
  const receipts = { '0xhash': gate<never>() } as Record<string, ReturnType<typeof gate<never>>>
  const { form, state } = await opened(
    {
      waitForTransaction: async ({ hash }) =>
        receipts[hash]?.promise ?? { hash, status: 'success', blockNumber: 2n },
    },
    { replace: async () => ({ hash: '0xcancel', isReplaced: true }) },
  )
  form.setAmount('1')
  form.setReceiver(bob)
  await expect.poll(() => state().receiverAddress).toBe(bob)
  const end = form.send()
  await expect.poll(() => state().outcome?.status).toBe('pending')
  await form.replace('cancel')
  expect(state().outcome).toMatchObject({ status: 'cancelled', hash: '0xcancel' })
  receipts['0xhash']?.fail(new FoyerError('transaction-rejected'))
  await end
  expect(state().outcome).toMatchObject({ status: 'cancelled', hash: '0xcancel' })
})

test.each([
  ['success', 'success'],
  ['reverted', 'failed'],
  [undefined, 'cancelled'],
] as const)(
  'a cancel that the chain did not show at once, after which the first transaction is %s, ends as %s',
  async (first, status) => {
    const { form, state } = await opened(
      {
        waitForTransaction: async ({ hash }) => {
          if (hash !== '0xhash') return { hash, status: 'success', blockNumber: 2n }
          // Both are followed: the first time by the send itself.
          await expect.poll(() => state().outcome).toMatchObject({ hash: '0xcancel' })
          if (!first) throw new FoyerError('transaction-rejected')
          return { hash, status: first, blockNumber: 1n }
        },
      },
      { replace: async () => ({ hash: '0xcancel', isReplaced: undefined }) },
    )
    form.setAmount('1')
    form.setReceiver(bob)
    await expect.poll(() => state().receiverAddress).toBe(bob)
    const end = form.send()
    await expect.poll(() => state().outcome?.status).toBe('pending')
    await form.replace('cancel')
    await end
    expect(state().outcome).toMatchObject({ status, hash: '0xcancel' })
  },
)
