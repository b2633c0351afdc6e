import {
  devnetAddresses,
  devnetDeployer,
  uniswapV3FactoryAbi,
  uniswapV3PositionsAbi,
} from '@foyer/devnet'
import fc from 'fast-check'
import { type Abi, type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askChain, sendFrom } from '../../rpc/sendFrom.test.kit.ts'
import { nativeAddress } from '../swapSource.ts'
import { alice, caipId, ids, startSwapWorld } from '../swapWorld.test.kit.ts'
import { poolAddress } from './poolAddress.ts'

const { dai, point, uniswapV3Factory, uniswapV3Positions, uniswapV3Router, usdc, wbtc, weth } =
  devnetAddresses
const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount) returns (bool)',
]) as Abi

let world: Awaited<ReturnType<typeof startSwapWorld>>
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
})
afterAll(() => world.stop())

const call = (to: Address, functionName: string, args: unknown[], own: Abi = abi) =>
  sendFrom(world.anvil.url, {
    ...{ from: alice, to, value: 0n },
    data: encodeFunctionData({ abi: own, functionName, args }),
  })
const idOf = (token: Address) => (token === nativeAddress ? ids.eth : `${caipId}:${token}`)
const quote = (amount: bigint, from: Address, to: Address) =>
  world.ask(
    world.api,
    `/v1/convert/quotes?amount=${amount}&from=${idOf(from)}&to=${idOf(to)}&gasPrice=1&slippage=0`,
  )
const build = (amount: bigint, from: Address, to: Address, more = {}) =>
  world.ask(world.api, '/v1/convert/build-transaction', {
    ...{ amount: String(amount), from: idOf(from), to: idOf(to), userAddress: ids.alice },
    ...{ source: 'uniswap-v3', eip155: { slippage: 0 }, ...more },
  })
const ofV3 = ({ body }: Awaited<ReturnType<typeof quote>>) =>
  body.quotes?.find((one: { source: { id: string } }) => one.source.id === 'uniswap-v3')

const fees = [500, 3000, 10_000] as const
const spacing = { 500: 10, 3000: 60, 10000: 200 } as const
const sorted = (one: Address, other: Address) =>
  (one.toLowerCase() < other.toLowerCase() ? [one, other] : [other, one]) as [Address, Address]

/** Adds a position around a price to the pool of two tokens, which may be new. */
async function addPosition({ amounts, fee, middle, pair, width }: Position) {
  const [token0, token1] = sorted(...pair)
  const positions = (functionName: string, args: unknown[]) =>
    call(uniswapV3Positions, functionName, args, uniswapV3PositionsAbi)
  const sqrtPriceX96 = 1n << 96n
  await positions('createAndInitializePoolIfNecessary', [token0, token1, fee, sqrtPriceX96])
  for (const [index, token] of [token0, token1].entries()) {
    await call(token, 'mint', [alice, amounts[index]])
    await call(token, 'approve', [uniswapV3Positions, amounts[index]])
  }
  const tick = (at: number) => Math.round(at / spacing[fee]) * spacing[fee]
  await positions('mint', [
    {
      ...{ token0, token1, fee, recipient: alice, deadline: maxUint256 },
      ...{ tickLower: tick(middle - width), tickUpper: tick(middle + width) },
      ...{ amount0Desired: amounts[0], amount1Desired: amounts[1], amount0Min: 0n, amount1Min: 0n },
    },
  ])
}
type Position = {
  amounts: readonly [bigint, bigint]
  fee: (typeof fees)[number]
  middle: number
  pair: [Address, Address]
  width: number
}

test('[7.36] on generated pools the quote is what the chain pays, to the last unit', async () => {
  const amount = fc.bigInt(10n ** 6n, 10n ** 20n)
  // An offer is remembered for 5 s, and these pools change at once.
  const asked = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        position: fc.record({
          amounts: fc.tuple(amount, amount),
          fee: fc.constantFrom(...fees),
          middle: fc.integer({ min: -3000, max: 3000 }),
          pair: fc.constantFrom<[Address, Address][]>([point, usdc], [point, wbtc], [usdc, wbtc]),
          width: fc.integer({ min: 3200, max: 9000 }),
        }),
        paid: fc.bigInt(1n, 10n ** 20n),
        swapped: fc.constantFrom<[Address, Address][]>(
          ...([
            [point, usdc],
            [usdc, point],
            [point, wbtc],
            [wbtc, usdc],
            [point, nativeAddress],
          ] as [Address, Address][]),
        ),
      }),
      async ({ paid, position, swapped: [from, to] }) => {
        const question = `${from} ${to} ${paid}`
        fc.pre(!asked.has(question))
        asked.add(question)
        await addPosition(position)
        await call(from, 'mint', [alice, paid])
        await call(from, 'approve', [uniswapV3Router, paid])
        const quoted = ofV3(await quote(paid, from, to))
        const { body, status } = await build(paid, from, to)
        if (quoted === undefined) {
          expect([status, body.error.code]).toEqual([400, 'insufficient-liquidity'])
          return
        }
        expect([status, body.toAmount]).toEqual([200, quoted.toAmount])
        expect(quoted.priceImpact).toBeGreaterThan(0)
        expect(quoted.priceImpact).toBeLessThanOrEqual(100)
        const before = [await world.balanceOf(from), await world.balanceOf(to)]
        const { fee } = await world.send(body.tx)
        const coins = to === nativeAddress ? fee : 0n
        expect(before[0]! - (await world.balanceOf(from))).toBe(paid)
        expect(String((await world.balanceOf(to)) - before[1]! + coins)).toBe(body.toAmount)
      },
    ),
    { numRuns: 15 },
  )
})

test('[7.36] the router keeps nothing: coins come out as coins, and none are left in it', async () => {
  await world.setEther('100')
  for (const [from, to, amount] of [
    [nativeAddress, usdc, 10n ** 18n],
    [nativeAddress, wbtc, 10n ** 18n],
    [usdc, nativeAddress, 10n ** 9n],
  ] as const) {
    if (from === usdc) await call(usdc, 'approve', [uniswapV3Router, amount])
    const { body, status } = await build(amount, from, to)
    expect([status, body.error]).toEqual([200, undefined])
    await world.send(body.tx)
    for (const token of [nativeAddress, weth, usdc, wbtc])
      expect(await world.balanceOf(token, uniswapV3Router)).toBe(0n)
  }
})

test('an amount that a pool can take only in part is no quote', async () => {
  const { body, status } = await build(10n ** 27n, dai, usdc)
  expect([status, body.error.code]).toEqual([400, 'insufficient-liquidity'])
})

test('computes the addresses that the factory gave', async () => {
  for (const [other, fee] of [
    [usdc, 500],
    [wbtc, 3000],
  ] as const) {
    const data = encodeFunctionData({
      abi: uniswapV3FactoryAbi,
      functionName: 'getPool',
      args: [weth, other, fee],
    })
    const answer = await askChain<Hex>(world.anvil.url, 'eth_call', [
      { from: devnetDeployer.address, to: uniswapV3Factory, data },
      'latest',
    ])
    const computed = poolAddress({ factory: uniswapV3Factory, fee, one: weth, other })
    expect(`0x${answer.slice(26)}`).toBe(computed.toLowerCase())
  }
})
