import { FoyerError } from '@foyer/protocol'
import type { SwapQuote } from '@foyer/protocol/api'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setDetails } from '../account/setDetails.ts'
import type { Adapter } from '../adapter.ts'
import type { Calls } from '../calls/calls.ts'
import { connect } from '../connection/connect.ts'
import {
  alice,
  bob,
  gate,
  testAdapter,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { sendJson, testServer } from '../testServer.test.kit.ts'
import { openSwap } from './createSwap.ts'
import { openCrossings } from './openCrossings.ts'
import type { SwapState } from './swapState.ts'
import { coin, dollars, router } from './testSwap.test.kit.ts'

/** Spends through Permit2. */
const hub = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'

type Answer = object | readonly [status: number, code: string]

/** An api whose answers can be replaced by path, and a wallet that records what it is asked. */
async function swapWorld(adapter: Partial<Adapter> = {}) {
  const world = {
    toAmount: '3000',
    least: '2970',
    lifetimeMs: 60_000,
    allowance: '0',
    permit: undefined as { name: string; nonce: string; deadline: string } | undefined,
    /** The router spends through Permit2. */
    permit2: undefined as { spender: string; nonce?: string; deadline: string } | undefined,
    /** Instead of the usual answer, by the last part of the path. */
    instead: {} as Record<string, () => Answer | Promise<Answer>>,
    sent: [] as unknown[],
    send: async () => {},
  }
  const quoteOf = ({ amount, from, to }: Record<string, string>): SwapQuote => ({
    id: 'pool',
    source: { id: 'pool', name: 'Pool' },
    kind: 'call',
    fromAccount: from ?? '',
    fromAmount: amount ?? '',
    toAccount: to ?? '',
    toAmount: world.toAmount,
    minToAmount: world.least,
    priceImpact: null,
    route: [],
    ...(from !== coin.address && { allowanceTarget: router }),
    ...(world.permit2 && { permit2Spender: hub }),
    expiresAt: new Date(Date.now() + world.lifetimeMs).toISOString(),
  })
  const tx = {
    ...{ from: `eip155:1:${alice}`, to: `eip155:1:${router}`, data: '0x', value: '0' },
    eip155: { gasPrice: '1' },
  }
  const usual: Record<string, (query: Record<string, string>, body: never) => Answer> = {
    quotes: (query) => ({ quotes: [quoteOf(query)], failures: [] }),
    allowance: () => ({ allowance: world.allowance }),
    'build-approve': ({ amount }) => ({
      ...{ tx, spender: router, amount },
      ...(world.permit && { permit: world.permit }),
      ...(world.permit2 && { permit2: world.permit2 }),
    }),
    'build-transaction': (_, { minToAmount }) => ({
      ...{ kind: 'call', tx, source: { id: 'pool', name: 'Pool' } },
      ...{ minToAmount, toAmount: '3000', checkedBy: 'simulation' },
    }),
  }
  const server = await testServer(async ({ body, path, query }, response) => {
    const name = path.split('/').at(-1) ?? ''
    const answer = (await world.instead[name]?.()) ?? usual[name]?.(query, body as never)
    if (!Array.isArray(answer)) return answer
    const [status, code] = answer
    sendJson(response, status, { error: { code, message: code } })
  })
  const foyer = testFoyer({
    apiUrl: server.url,
    networks: [testNetwork(), testNetwork('eip155:10')],
    adapters: [
      testAdapter('eip155', {
        readSwapCall: async ({ step }) => ({ step }) as never,
        async sendTransaction({ transaction }) {
          world.sent.push(transaction)
          await world.send()
          return `0x${world.sent.length}`
        },
        waitForTransaction: async ({ hash }) => ({ hash, status: 'success', blockNumber: 1n }),
        ...adapter,
      }),
    ],
  })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const swap = openSwap(foyer)
  const asked = (name: string) => server.requests.filter(({ path }) => path.endsWith(name)).length
  const at = (status: SwapState['status']) =>
    expect.poll(() => swap.store.get().status, { interval: 20 }).toBe(status)
  return { asked, at, foyer, server, swap, wallet, world }
}
const spendCoins = { from: coin, to: dollars, amount: '0.000001' }
const spendDollars = { from: dollars, to: coin, amount: '5' }

test('[2.11] coins are quoted, built and sent', async () => {
  const { at, server, swap, world } = await swapWorld()
  swap.change(spendCoins)
  await at('quoted')
  expect(server.requests.find(({ path }) => path.endsWith('quotes'))?.query).toMatchObject({
    amount: '1000000000000',
    from: coin.address,
    to: dollars.address,
    slippage: '1',
    userAddress: `eip155:1:${alice}`,
  })
  swap.submit()
  await at('done')
  expect(world.sent).toEqual([{ step: { token: coin.address, amount: 10n ** 12n } }])
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    amount: '1000000000000',
    source: 'pool',
    minToAmount: '2970',
    eip155: { slippage: 1 },
  })
})

test('[2.11] a token is approved exactly before it is swapped, unless the allowance suffices', async () => {
  const { at, swap, world } = await swapWorld()
  swap.change(spendDollars)
  await at('quoted')
  swap.submit()
  await at('done')
  const step = { token: dollars.address, amount: 5_000_000n }
  expect(world.sent).toEqual([{ step: { ...step, spender: router } }, { step }])
  world.allowance = '5000000'
  swap.change(spendDollars)
  await at('quoted')
  swap.submit()
  await at('done')
  expect(world.sent.slice(2)).toEqual([{ step }])
})

/** A wallet that sends batches, unless `send` says otherwise. */
function testCalls(more: Partial<Calls> = {}): { adapter: Partial<Adapter>; asked: unknown[] } {
  const asked: unknown[] = []
  const calls: Partial<Calls> = {
    isAtomic: async () => true,
    send: async ({ transactions }) => {
      asked.push(transactions)
      return '0xba7c'
    },
    wait: async ({ id }) => `${id}-hash`,
    writePermit: ({ permit, step }) => ({ permit, step }) as never,
    writePermit2: ({ permit2, step }) => ({
      transaction: { permit2, step } as never,
      typedData: permit2.nonce === undefined ? undefined : ({ permit2, step } as never),
    }),
    ...more,
  }
  return {
    asked,
    adapter: {
      // The methods that a swap uses.
      calls: async () => calls as Calls,
      async signTypedData({ typedData }) {
        asked.push(typedData)
        return `0x${'51'.repeat(65)}`
      },
    },
  }
}
const step = { token: dollars.address, amount: 5_000_000n }
const approval = { step: { ...step, spender: router } }
const bodyOf = ({ server }: Awaited<ReturnType<typeof swapWorld>>) =>
  server.requests.findLast(({ method }) => method === 'POST')?.body as { eip155: object }

test('[2.11] a wallet that sends batches is asked once: the approval and the swap together', async () => {
  const { adapter, asked } = testCalls()
  const own = await swapWorld(adapter)
  own.swap.change(spendDollars)
  await own.at('quoted')
  own.swap.submit()
  await own.at('done')
  expect(asked).toEqual([[approval, { step }]])
  expect(own.world.sent).toEqual([])
  expect(bodyOf(own).eip155).toEqual({ slippage: 1, allowance: 'batch' })
  // The hash is the transaction's, not the wallet's id of the batch.
  expect(own.swap.store.get()).toMatchObject({ hash: '0xba7c-hash' })
  expect(own.foyer.store.get().details.eip155?.transactions).toMatchObject([
    { hash: '0xba7c-hash', status: 'success' },
  ])
})

test.each(['upgrade-rejected', 'atomicity-unsupported', 'method-not-supported'] as const)(
  'a batch that the wallet refuses with %s becomes an approval and a swap',
  async (code) => {
    const { adapter } = testCalls({ send: () => Promise.reject(new FoyerError(code)) })
    const { at, swap, world } = await swapWorld(adapter)
    swap.change(spendDollars)
    await at('quoted')
    swap.submit()
    await at('done')
    expect(world.sent).toEqual([approval, { step }])
  },
)

test('a batch that the user rejects is not asked for in another way', async () => {
  const { adapter } = testCalls({ send: () => Promise.reject(new FoyerError('user-rejected')) })
  const { at, swap, world } = await swapWorld(adapter)
  swap.change(spendDollars)
  await at('quoted')
  swap.submit()
  await at('rejected')
  expect(swap.store.get()).toMatchObject({ stage: 'swap', form: spendDollars })
  expect(world.sent).toEqual([])
})

test.each([
  ['request-timed-out', true],
  ['internal', true],
  ['transaction-rejected', false],
] as const)('after %s of the wallet, it may still be sent: %s', async (code, isSent) => {
  const { at, swap, world } = await swapWorld()
  world.send = () => Promise.reject(new FoyerError(code))
  swap.change(spendCoins)
  await at('quoted')
  swap.submit()
  await at('failed')
  expect(swap.store.get()).toMatchObject({ stage: 'swap', isSent, hash: undefined })
})

test('a batch that fails names its transaction, and one that is lost names none', async () => {
  const { adapter } = testCalls()
  const reverted = await swapWorld({
    ...adapter,
    waitForTransaction: async ({ hash }) => ({ hash, status: 'reverted', blockNumber: 1n }),
  })
  reverted.swap.change(spendDollars)
  await reverted.at('quoted')
  reverted.swap.submit()
  await reverted.at('failed')
  expect(reverted.swap.store.get()).toMatchObject({ isSent: true, hash: '0xba7c-hash' })
  const lost = await swapWorld(
    testCalls({ wait: () => Promise.reject(new FoyerError('transaction-rejected')) }).adapter,
  )
  lost.swap.change(spendDollars)
  await lost.at('quoted')
  lost.swap.submit()
  await lost.at('failed')
  expect(lost.swap.store.get()).toMatchObject({ isSent: true, hash: undefined })
})

test('[2.11] where a token takes a signature, it replaces the approval', async () => {
  const { adapter, asked } = testCalls({ isAtomic: async () => false })
  const own = await swapWorld(adapter)
  const deadline = String(Math.floor(Date.now() / 1000) + 1200)
  const permit = { name: 'Dollar', nonce: '0', deadline }
  own.world.permit = permit
  own.swap.change(spendDollars)
  await own.at('quoted')
  own.swap.submit()
  await own.at('done')
  expect(asked).toEqual([{ permit, ...approval }])
  expect(own.world.sent).toEqual([{ step }])
  expect(bodyOf(own).eip155).toEqual({
    slippage: 1,
    permit: { deadline, signature: `0x${'51'.repeat(65)}` },
  })
})

describe('[2.11] a contract that spends through Permit2', () => {
  const permit2 = {
    ...{ spender: hub, nonce: '3' },
    deadline: String(Math.floor(Date.now() / 1000) + 1200),
  }
  const grant = { permit2, ...approval }
  const target = { step: { ...step, target: hub } }
  const begun = async (
    isAtomic: boolean,
    change: (world: Awaited<ReturnType<typeof swapWorld>>['world']) => void,
  ) => {
    const { adapter, asked } = testCalls({ isAtomic: async () => isAtomic })
    const own = await swapWorld(adapter)
    own.world.permit2 = permit2
    change(own.world)
    own.swap.change(spendDollars)
    await own.at('quoted')
    own.swap.submit()
    return { asked, own }
  }

  test('gets an approval, then a signature, once the approval is in a block', async () => {
    const { asked, own } = await begun(false, () => {})
    await own.at('done')
    expect(own.world.sent).toEqual([approval, target])
    expect(asked).toEqual([grant])
    expect(bodyOf(own).eip155).toMatchObject({
      permit: { deadline: permit2.deadline, signature: `0x${'51'.repeat(65)}` },
    })
  })

  test('gets the signature alone where the approval suffices', async () => {
    const { asked, own } = await begun(false, (world) => {
      world.allowance = '5000000'
    })
    await own.at('done')
    expect(own.world.sent).toEqual([target])
    expect(asked).toEqual([grant])
  })

  test('gets two calls of an account that can not sign', async () => {
    const { nonce: _, ...unsigned } = permit2
    const { asked, own } = await begun(false, (world) => {
      world.permit2 = unsigned
    })
    await own.at('done')
    expect(own.world.sent).toEqual([approval, { ...grant, permit2: unsigned }, target])
    expect(asked).toEqual([])
    expect(bodyOf(own).eip155).toEqual({ slippage: 1 })
  })

  test('gets all in one transaction of a wallet that sends batches', async () => {
    const { asked, own } = await begun(true, () => {})
    await own.at('done')
    expect(asked).toEqual([[approval, grant, target]])
  })

  test('gets nothing if it is not the one of the quote', async () => {
    const { asked, own } = await begun(true, (world) => {
      world.permit2 = { ...permit2, spender: router }
    })
    await own.at('failed')
    expect([asked, own.world.sent]).toEqual([[], []])
  })
})

test('a signature that has expired is asked for again, never sent', async () => {
  const { adapter, asked } = testCalls({ isAtomic: async () => false })
  const { at, swap, world } = await swapWorld(adapter)
  const seconds = Math.floor(Date.now() / 1000)
  // The first one ends before a swap could be in a block.
  world.permit = { name: 'Dollar', nonce: '0', deadline: String(seconds + 30) }
  world.send = () => Promise.reject(new FoyerError('user-rejected'))
  const sign = adapter.signTypedData!
  adapter.signTypedData = sign
  swap.change(spendDollars)
  await at('quoted')
  swap.submit()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  world.permit = { name: 'Dollar', nonce: '0', deadline: String(seconds + 1200) }
  await at('rejected')
  expect(swap.store.get()).toMatchObject({ stage: 'swap' })
  const signed = asked.length
  // Nothing is lost: the signature that is still valid is used.
  world.send = async () => {}
  swap.submit()
  await at('done')
  expect(asked).toHaveLength(signed)
})

test('asks once for what is typed quickly, and drops the answer to an earlier form', async () => {
  const { asked, at, swap, world } = await swapWorld()
  for (const amount of ['1', '12', '123']) swap.change({ ...spendCoins, amount })
  await at('quoted')
  expect(asked('quotes')).toBe(1)
  const late = gate<Answer>()
  world.instead.quotes = () => late.promise
  swap.change({ amount: '7' })
  await expect.poll(() => asked('quotes')).toBe(2)
  delete world.instead.quotes
  swap.change({ amount: '8' })
  late.open([400, 'insufficient-liquidity'])
  await at('quoted')
  expect(swap.store.get()).toMatchObject({ request: { amount: 8n * 10n ** 18n } })
})

test('an incomplete form, the same token twice and tokens of another network are not quoted', async () => {
  const { asked, swap } = await swapWorld()
  const elsewhere = { ...dollars, address: dollars.address.replace('eip155:1:', 'eip155:10:') }
  for (const more of [
    { amount: '0' },
    { amount: '1e3' },
    { to: coin },
    { from: elsewhere },
    { to: { ...elsewhere, address: elsewhere.address.replace(':10:', ':56:') } },
    { to: undefined },
  ]) {
    swap.change({ ...spendCoins, ...more })
    expect(swap.store.get().status).toBe('idle')
  }
  expect(asked('quotes')).toBe(0)
})

describe('[2.11] a swap across networks', () => {
  const elsewhere = { ...dollars, address: dollars.address.replace('eip155:1:', 'eip155:10:') }
  const across = { ...spendCoins, to: elsewhere }
  const built = (checkedBy: string) => () => ({
    ...{ kind: 'call', source: { id: 'pool', name: 'Pool' }, minToAmount: '2970' },
    ...{ toAmount: '3000', checkedBy },
    tx: {
      ...{ from: `eip155:1:${alice}`, to: `eip155:1:${router}`, data: '0x', value: '0' },
      eip155: { gasPrice: '1' },
    },
  })

  test('is remembered once it was sent, with what the source promised', async () => {
    const { at, foyer, swap, world } = await swapWorld()
    world.instead['build-transaction'] = built('source')
    swap.change(across)
    await at('quoted')
    swap.submit()
    await at('done')
    const { hash } = swap.store.get() as { hash: string }
    expect(openCrossings(foyer).store.get()).toMatchObject([
      {
        ...{ hash, address: alice, chainId: 'eip155:1', toChainId: 'eip155:10' },
        ...{ status: 'pending', toAmount: 3000n, source: { id: 'pool', name: 'Pool' } },
      },
    ])
  })

  test('is forgotten when its transaction fails', async () => {
    const { at, foyer, swap, world } = await swapWorld({
      waitForTransaction: async ({ hash }) => ({ hash, status: 'reverted', blockNumber: 1n }),
    })
    world.instead['build-transaction'] = built('source')
    swap.change(across)
    await at('quoted')
    swap.submit()
    await at('failed')
    expect(openCrossings(foyer).store.get()).toEqual([])
  })

  test('is the only one whose outcome need not be measured', async () => {
    const { at, swap, world } = await swapWorld()
    world.instead['build-transaction'] = built('source')
    swap.change(spendCoins)
    await at('quoted')
    swap.submit()
    await at('failed')
    expect(world.sent).toEqual([])
  })
})

test('a rejected approval loses nothing', async () => {
  const { at, swap, world } = await swapWorld()
  world.send = () => Promise.reject(new FoyerError('user-rejected'))
  swap.change(spendDollars)
  await at('quoted')
  swap.submit()
  await at('rejected')
  expect(swap.store.get()).toMatchObject({ stage: 'approve', form: spendDollars })
  world.send = async () => {}
  swap.submit()
  await at('done')
  expect(world.sent).toHaveLength(3)
})

test('the user is asked again when the minimum can no longer be built, and nothing is sent before', async () => {
  const { at, swap, world } = await swapWorld()
  swap.change(spendCoins)
  await at('quoted')
  world.instead['build-transaction'] = () => {
    Object.assign(world, { toAmount: '2000', least: '1980' })
    delete world.instead['build-transaction']
    return [409, 'price-moved']
  }
  swap.submit()
  await expect.poll(() => swap.store.get()).toMatchObject({ status: 'quoted', isMoved: true })
  expect(world.sent).toEqual([])
  swap.submit()
  await at('done')
})

test.each([
  ['insufficient-liquidity', 400],
  ['swap-reverts', 422],
])('a failure names the reason of the api: %s', async (code, status) => {
  const { at, foyer, swap, world } = await swapWorld()
  world.instead['build-transaction'] = () => [status, code]
  swap.change(spendCoins)
  await at('quoted')
  swap.submit()
  await at('failed')
  expect(swap.store.get()).toMatchObject({ stage: 'swap', error: { cause: { code } } })
  expect(foyer.store.get().requests).toEqual([])
})

test('a transaction that is reverted is a failure with its hash', async () => {
  const { at, swap } = await swapWorld({
    waitForTransaction: async ({ hash }) => ({ hash, status: 'reverted', blockNumber: 1n }),
  })
  swap.change(spendCoins)
  await at('quoted')
  swap.submit()
  await at('failed')
  expect(swap.store.get()).toMatchObject({ stage: 'swap', hash: '0x1' })
})

test('what the adapter refuses never reaches the wallet', async () => {
  const { at, swap, world } = await swapWorld({
    readSwapCall: () => Promise.reject(new FoyerError('transaction-rejected')),
  })
  for (const form of [spendCoins, spendDollars]) {
    swap.change(form)
    await at('quoted')
    swap.submit()
    await at('failed')
  }
  expect(world.sent).toEqual([])
})

test('a built minimum below the quote is refused', async () => {
  const { at, swap, world } = await swapWorld()
  const built = {
    kind: 'call',
    source: { id: 'pool', name: 'Pool' },
    toAmount: '3000',
    checkedBy: 'source',
  }
  const tx = { from: '', to: '', data: '', value: '0', eip155: { gasPrice: '1' } }
  world.instead['build-transaction'] = () => ({ ...built, tx, minToAmount: '2969' })
  swap.change(spendCoins)
  await at('quoted')
  swap.submit()
  await at('failed')
  expect(world.sent).toEqual([])
})

test('another network or account ends the quotes; what the wallet was asked goes on', async () => {
  const { at, swap, wallet, world } = await swapWorld()
  const answer = gate()
  swap.change(spendCoins)
  await at('quoted')
  wallet.emit.onChain('eip155:10')
  await at('idle')
  wallet.emit.onChain('eip155:1')
  swap.change(spendCoins)
  await at('quoted')
  world.send = () => answer.promise
  swap.submit()
  await expect.poll(() => world.sent).toHaveLength(1)
  wallet.emit.onAccounts([{ address: bob }])
  expect(swap.store.get()).toMatchObject({ status: 'swapping', isLeft: true })
  answer.open()
  await at('done')
})

test('a quote is refreshed while somebody looks at it, once it is too old', async () => {
  const { asked, at, swap } = await swapWorld()
  const release = swap.keepFresh()
  swap.change(spendCoins)
  await at('quoted')
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect.poll(() => asked('quotes')).toBe(2)
  release()
})

test('nothing is sent that the account has too little for', async () => {
  const { at, foyer, swap, world } = await swapWorld()
  swap.change(spendCoins)
  await at('quoted')
  setDetails(foyer, { forAddress: alice, namespace: 'eip155', details: () => ({ balance: 1n }) })
  swap.submit()
  expect(swap.store.get().status).toBe('quoted')
  expect(world.sent).toEqual([])
})

test('an instance has one swap', async () => {
  const { foyer, swap } = await swapWorld()
  expect(openSwap(foyer)).toBe(swap)
})
