import { type ErrorCode, FoyerError } from '@foyer/protocol'
import type { PaymentRequest } from '@foyer/protocol/payment'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import type { Transfers } from '../send/transfers.ts'
import {
  alice,
  bob,
  gate,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { createPaymentRequest } from './createPaymentRequest.ts'
import { openPayment } from './openPayment.ts'
import { pay } from './pay.ts'
import { readPaymentLink, writePaymentLink } from './paymentLink.ts'
import type { PaymentCheck } from './payments.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const unpaid: PaymentCheck = { status: 'unpaid', reason: 'not-found' }

/** An instance whose chain says `check` to every transaction. */
async function opened({
  adapter,
  backing = testBacking(),
  transfers: more,
}: {
  adapter?: Partial<Adapter>
  backing?: ReturnType<typeof testBacking>
  transfers?: Partial<Transfers>
} = {}) {
  const chain = { isDown: false, check: unpaid, found: [] as string[], balance: 10n ** 18n }
  const sent: unknown[] = []
  const transfers: Transfers = {
    coinTypes: () => [],
    estimateFee: async () => ({ fee: 10n, reserve: 25n }),
    inspectReceiver: async () => 'account',
    isSame: (one, other) => one === other,
    writeRequest: ({ address }) => `pay:${address}`,
    payments: async () => ({
      assetOf: (token) => (token === undefined ? 'slip44:60' : `erc20:${token}`),
      readToken: async () => ({ decimals: 6, symbol: 'USDC' }),
      readBalance: async () => chain.balance,
      find: async () => {
        if (chain.isDown) throw new FoyerError('rpc-failed')
        return chain.found
      },
      check: async () => chain.check,
    }),
    ...more,
  }
  const foyer = testFoyer({
    networks,
    storage: backing,
    adapter: {
      getBalance: async () => chain.balance,
      transfers: async () => transfers,
      async send({ amount, reference, to }) {
        sent.push({ amount, reference, to })
        chain.check = { status: 'paid', from: alice, at: 1_000 }
        return '0xhash'
      },
      waitForTransaction: async ({ hash }) => ({ hash, status: 'success', blockNumber: 1n }),
      ...adapter,
    },
  })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const request = await createPaymentRequest(foyer, { amount: 5n, to: bob, note: 'Coffee' })
  return { backing, chain, foyer, request, sent, wallet }
}

test('[2.13] pays once, tells the site, and gives the same receipt afterwards, also after a reload', async () => {
  const { backing, foyer, request, sent } = await opened()
  const told: unknown[] = []
  foyer.events.on('payment', (receipt) => told.push(receipt))
  const receipt = await pay(foyer, { request })
  expect(receipt).toEqual({
    id: request.id,
    hash: '0xhash',
    asset: 'eip155:1/slip44:60',
    amount: 5n,
    from: alice,
    to: bob,
    paidAt: 1_000,
  })
  expect(told).toEqual([receipt])
  expect(await pay(foyer, { request })).toEqual(receipt)
  const again = await opened({ backing })
  again.chain.check = { status: 'paid', from: alice, at: 1_000 }
  expect(await pay(again.foyer, { request })).toEqual(receipt)
  expect([sent.length, again.sent.length]).toEqual([1, 0])
  expect(sent).toEqual([
    { amount: 5n, to: bob, reference: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

test('a request that somebody else has paid is not paid again', async () => {
  const { chain, foyer, request, sent } = await opened()
  chain.found = ['0xother']
  chain.check = { status: 'paid', from: bob, at: 2_000 }
  expect(await pay(foyer, { request })).toMatchObject({ hash: '0xother', from: bob })
  expect(sent).toEqual([])
})

test.each(['request-timed-out', 'provider-disconnected', 'relay-refused', 'rpc-failed'] as const)(
  'a declined payment can be paid; one that ended with %s warns',
  async (lost) => {
    let code: ErrorCode = 'user-rejected'
    const { foyer, request } = await opened({
      adapter: { send: () => Promise.reject(new FoyerError(code)) },
    })
    const payment = openPayment(foyer, request)
    await expect(pay(foyer, { request })).rejects.toMatchObject({ code })
    await expect.poll(() => payment.store.get()).toMatchObject({ wasAsked: false })
    code = lost
    await expect(pay(foyer, { request })).rejects.toMatchObject({ code })
    await expect.poll(() => payment.store.get()).toMatchObject({ wasAsked: true })
  },
)

test('a payment that failed before the wallet was asked does not warn', async () => {
  const { chain, foyer, request, sent } = await opened()
  const payment = openPayment(foyer, request)
  await payment.refresh()
  chain.isDown = true
  await payment.pay()
  expect(sent).toEqual([])
  expect(payment.store.get()).toMatchObject({
    stage: { status: 'error', error: { code: 'rpc-failed' } },
    wasAsked: false,
  })
})

/** Runs without waiting for the pauses between two reads of the chain. */
async function withoutPauses<value>(run: () => Promise<value>): Promise<value> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isDone = false
  const end = run().finally(() => {
    isDone = true
  })
  end.catch(() => {})
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise(setImmediate)
  }
  return end
}

/** Pays on a chain that gives these answers, the last one from then on. */
async function payWhile(answers: PaymentCheck[]) {
  let reads = 0
  const { foyer, request, sent } = await opened({
    transfers: {
      payments: async () => ({
        assetOf: () => 'slip44:60',
        readToken: async () => ({ decimals: 6, symbol: 'USDC' }),
        readBalance: async () => 10n ** 18n,
        find: async () => [],
        check: async () => answers[Math.min(reads++, answers.length - 1)] as PaymentCheck,
      }),
    },
  })
  const told: unknown[] = []
  foyer.events.on('payment', (receipt) => told.push(receipt))
  const payment = openPayment(foyer, request)
  await withoutPauses(() => pay(foyer, { request }).catch(() => {}))
  const { stage } = payment.store.get()
  return { reads, sent, stage, told }
}

test.each([
  ['does not have the transaction yet', unpaid],
  ['does not have its block yet', { status: 'pending' } as const],
])('a payment counts although a second node %s', async (_, late) => {
  const paid: PaymentCheck = { status: 'paid', from: alice, at: 1_000 }
  const { sent, stage, told } = await payWhile([late, late, paid])
  expect(stage).toMatchObject({ status: 'paid', receipt: { hash: '0xhash', from: alice } })
  expect([told.length, sent.length]).toEqual([1, 1])
})

test.each([
  ['not-found', 'unknown', 8],
  ['other-amount', 'untied', 1],
] as const)('a payment that the chain calls %s ends as %s', async (reason, status, count) => {
  const { reads, stage, told } = await payWhile([{ status: 'unpaid', reason }])
  expect(stage).toEqual({ status, hash: '0xhash' })
  expect([reads, told]).toEqual([count, []])
})

test('switches to the network of the request', async () => {
  const { foyer, request, sent, wallet } = await opened({
    adapter: { switchNetwork: async ({ network }) => wallet.emit.onChain(network.caipNetworkId) },
  })
  const other: PaymentRequest = { ...request, asset: 'eip155:8453/slip44:60' }
  await pay(foyer, { request: other })
  expect(sent).toHaveLength(1)
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:8453')
})

test.each([
  ['expired', { expiresAt: 1_000 }],
  ['own-account', { to: alice }],
  ['network-unknown', { asset: 'eip155:10/slip44:60' }],
  ['too-little', { amount: 10n ** 19n }],
  ['lacks-fee', { amount: 10n ** 18n }],
] as const)('a request with the problem %s is not paid', async (problem, more) => {
  const { foyer, request, sent } = await opened()
  const changed = { ...request, ...more }
  await expect(pay(foyer, { request: changed })).rejects.toThrow(FoyerError)
  expect(openPayment(foyer, changed).store.get().facts?.problem).toBe(problem)
  expect(sent).toEqual([])
})

test('an account that is a contract does not pay: its transfer could not be told apart', async () => {
  const { foyer, request, sent } = await opened({
    transfers: { inspectReceiver: async ({ to }) => (to === alice ? 'contract' : 'account') },
  })
  await expect(pay(foyer, { request })).rejects.toMatchObject({
    details: expect.stringMatching(/contract-account/),
  })
  expect(sent).toEqual([])
})

test('a second tab waits for the first, and then shows its payment', async () => {
  const held = new Set<string>()
  const waiting: (() => void)[] = []
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  onTestFinished(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before)
  })
  // Locks as two tabs share them; Node has none.
  const locks = {
    async request(
      name: string,
      options: { ifAvailable?: boolean },
      run: (lock: unknown) => unknown,
    ) {
      if (held.has(name)) {
        if (options.ifAvailable) return run(null)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      held.add(name)
      try {
        return await run({})
      } finally {
        held.delete(name)
        for (const go of waiting.splice(0)) go()
      }
    },
  }
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true })
  const answer = gate<string>()
  const first = await opened({ adapter: { send: () => answer.promise } })
  const second = await opened({ backing: first.backing })
  const { request } = first
  const paying = pay(first.foyer, { request })
  const payment = openPayment(first.foyer, request)
  await expect.poll(() => payment.store.get().stage.status).toBe('asking')
  await expect(pay(second.foyer, { request })).rejects.toMatchObject({ code: 'request-pending' })
  first.chain.check = { status: 'paid', from: alice, at: 1_000 }
  second.chain.check = first.chain.check
  answer.open('0xhash')
  await paying
  await expect
    .poll(() => openPayment(second.foyer, request).store.get().stage)
    .toMatchObject({ status: 'paid', receipt: { hash: '0xhash' } })
  expect(second.sent).toEqual([])
})

test('a link holds the whole request behind its #, and refuses a changed one', async () => {
  const { request } = await opened()
  const link = writePaymentLink(request, 'https://shop.example/buy?item=1#old')
  expect(new URL(link).origin + new URL(link).pathname).toBe('https://shop.example/buy')
  expect(readPaymentLink(link)).toEqual(request)
  expect(readPaymentLink('https://shop.example/#about')).toBe(undefined)
  for (const broken of [
    link.replace('foyer-pay=1', 'foyer-pay=2'),
    link.replace('amount=5', 'amount=0.5'),
    `${link}&amount=6`,
    `${link}&gift=1`,
  ])
    expect(() => readPaymentLink(broken), broken).toThrow(FoyerError)
})

test('[2.13] a request that is opened while a stored account is restored can be paid once the wallet confirms it', async () => {
  const { foyer, request, wallet } = await opened()
  const { eip155: connected } = foyer.store.get().connections
  const show = (connection: NonNullable<typeof connected>) =>
    foyer.store.set((state) => ({ ...state, connections: { eip155: connection } }))
  const connectorId = wallet.connector.id
  show({ status: 'connecting', address: alice, chainId: 'eip155:1', connectorId })
  const payment = openPayment(foyer, request)
  onTestFinished(payment.follow())
  const problem = () => payment.store.get().facts?.problem
  await expect.poll(problem).toBe('not-connected')
  show(connected as NonNullable<typeof connected>)
  await expect.poll(problem).toBe(undefined)
})
