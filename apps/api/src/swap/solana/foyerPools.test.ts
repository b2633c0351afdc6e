import { solanaAccounts } from '@foyer/devnet'
import { builtSwap, getConvertQuotes, getConvertTokens } from '@foyer/protocol/api'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativeMint } from '../swapSource.ts'
import { alice, mints, startSolanaSwapWorld } from './solanaSwapWorld.test.kit.ts'

let world: Awaited<ReturnType<typeof startSolanaSwapWorld>>
beforeAll(async () => {
  world = await startSolanaSwapWorld()
})
afterAll(() => world.stop())

const quote = (query: string) => world.ask(`/v1/convert/quotes?${query}`)
const build = (swap: object, user: string = alice.address) =>
  world.ask('/v1/convert/build-transaction', { userAddress: world.id(user), ...swap })
const mint = (address: string) => (address === nativeMint ? undefined : address)

test('[7.35] lists the coin and the tokens of a Solana chain, with its source', async () => {
  const { body } = await world.ask(`/v1/convert/tokens?chainId=${world.solana.chainId}`)
  const { sources, tokens } = v.parse(getConvertTokens.response, body)
  expect(sources).toEqual([{ id: 'foyer-pools', name: 'Foyer Pools' }])
  expect(tokens.map(({ address, symbol }) => [symbol, address])).toEqual([
    ['SOL', world.ids.sol],
    ['USDC', world.ids.usdc],
    ['BONK', world.ids.bonk],
  ])
})

describe('[7.36] a swap on Solana arrives as quoted', () => {
  test.each([
    ['coin to token', nativeMint, mints.usdc, 1_000_000_000n],
    ['token to coin', mints.usdc, nativeMint, 100_000_000n],
    ['token to token', mints.usdc, mints.bonk, 25_000_001n],
    ['and back', mints.bonk, mints.usdc, 1_234_567_890n],
  ])('%s', async (_, from, to, amount) => {
    const asked = `amount=${amount}&from=${world.id(from)}&to=${world.id(to)}`
    const { body } = await quote(`${asked}&userAddress=${world.id(alice.address)}&slippage=0.5`)
    const { failures, quotes } = v.parse(getConvertQuotes.response, body)
    expect([failures, quotes.length]).toEqual([[], 1])
    const [best] = quotes
    expect(best).toMatchObject({
      ...{ kind: 'serialized', source: { id: 'foyer-pools' }, fromAmount: String(amount) },
      networkCost: { amount: '5000', gasPrice: '1' },
    })
    const offered = BigInt(best!.toAmount)
    expect(BigInt(best!.minToAmount)).toBe((offered * 9_950n) / 10_000n)
    const answer = await build({
      ...{ amount: String(amount), from: world.id(from), to: world.id(to) },
      ...{ source: 'foyer-pools', minToAmount: best!.minToAmount, eip155: { slippage: 0.5 } },
    })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    const built = v.parse(builtSwap, answer.body)
    if (built.kind !== 'serialized') throw new Error('This is no whole transaction')
    expect(built).toMatchObject({ checkedBy: 'simulation', toAmount: best!.toAmount })
    const amounts = () =>
      Promise.all([from, to].map((one) => world.amountOf(alice.address, mint(one))))
    const [hadFrom, hadTo] = (await amounts()) as [bigint, bigint]
    await world.send(built.transaction, alice)
    const [hasFrom, hasTo] = (await amounts()) as [bigint, bigint]
    const fee = 5_000n
    expect(hadFrom - hasFrom).toBe(amount + (from === nativeMint ? fee : 0n))
    expect(hasTo - hadTo).toBe(offered - (to === nativeMint ? fee : 0n))
    // No account of wrapped coins is left.
    expect(await world.amountOf(alice.address, mints.wsol)).toBe(0n)
  })
})

test('a first token of its kind costs the deposit of its account', async () => {
  const frank = solanaAccounts[5]!
  const asked = `amount=1000000000&from=${world.ids.sol}&to=${world.ids.usdc}`
  const { body } = await quote(`${asked}&userAddress=${world.id(frank.address)}`)
  expect(body.quotes[0].networkCost).toMatchObject({ amount: '2044280', reserve: '2930160' })
  const built = await build(
    { amount: '1000000000', from: world.ids.sol, to: world.ids.usdc },
    frank.address,
  )
  const had = await world.amountOf(frank.address)
  await world.send(built.body.transaction, frank)
  expect(await world.amountOf(frank.address, mints.usdc)).toBe(BigInt(built.body.toAmount))
  expect(had - (await world.amountOf(frank.address))).toBe(1_002_044_280n)
})

test.each([
  ['more than there is', 'insufficient-balance', 400, () => ({ amount: '20000000000' })],
  [
    'more coins than there are',
    'insufficient-balance',
    400,
    () => ({ amount: '2000000000000', from: world.ids.sol, to: world.ids.usdc }),
  ],
  [
    'more than any pool can take',
    'insufficient-liquidity',
    400,
    () => ({ amount: String(2n ** 51n) }),
  ],
  [
    'a minimum above what the pool gives',
    'price-moved',
    409,
    () => ({ minToAmount: String(10n ** 15n) }),
  ],
  ['a pair without a pool', 'insufficient-liquidity', 400, () => ({ from: world.ids.sol })],
  ['the same token', 'source-unknown', 400, () => ({ from: world.ids.sol, to: world.ids.wsol })],
])('error: %s', async (_, code, status, more) => {
  const answer = await build({
    amount: '1000000',
    from: world.ids.usdc,
    to: world.ids.bonk,
    ...more(),
  })
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
})

test('an account that holds nothing at all can not swap', async () => {
  const stranger = '36roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6'
  const answer = await build({ amount: '1000', from: world.ids.usdc, to: world.ids.bonk }, stranger)
  expect([answer.status, answer.body.error.code]).toEqual([400, 'insufficient-balance'])
})

test('a swap that others made worse in the meantime fails, and nothing is paid', async () => {
  const swap = { amount: '5000000', from: world.ids.usdc, to: world.ids.bonk }
  const { body } = await build({ ...swap, eip155: { slippage: 0 } })
  const other = await build({ ...swap, amount: '7000000' })
  await world.send(other.body.transaction, alice)
  const had = await world.amountOf(alice.address, mints.usdc)
  await expect(world.send(body.transaction, alice)).rejects.toThrow()
  expect(await world.amountOf(alice.address, mints.usdc)).toBe(had)
})
