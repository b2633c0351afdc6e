import { compileOnce, devnetAccounts, devnetAddresses, uniswapV2RouterAbi } from '@foyer/devnet'
import fc from 'fast-check'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToBigInt,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askChain, sendFrom } from '../../rpc/sendFrom.test.kit.ts'
import { alice, caipId, ids, startSwapWorld } from '../swapWorld.test.kit.ts'

const { dai, uniswapV2Factory, uniswapV2Router, usdc, wbtc, weth } = devnetAddresses
const abi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
  'function sync()',
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount) returns (bool)',
]) as Abi

let world: Awaited<ReturnType<typeof startSwapWorld>>
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
})
afterAll(() => world.stop())

const call = (to: Address, functionName: string, args: unknown[], value = 0n, from = alice) =>
  sendFrom(world.anvil.url, {
    from,
    to,
    value,
    data: encodeFunctionData({ abi, functionName, args }),
  })
const pairOf = async (other: Address) => {
  const data = encodeFunctionData({ abi, functionName: 'getPair', args: [weth, other] })
  const answer = await askChain<Hex>(world.anvil.url, 'eth_call', [
    { to: uniswapV2Factory, data },
    'latest',
  ])
  return `0x${answer.slice(26)}` as Address
}
const quote = (amount: bigint, from: string, to: string) =>
  world.ask(world.api, `/v1/convert/quotes?amount=${amount}&from=${from}&to=${to}&gasPrice=1`)
const build = (amount: bigint, from: string, to: string, slippage = 0) =>
  world.ask(world.api, '/v1/convert/build-transaction', {
    ...{ amount: String(amount), from, to, userAddress: ids.alice, eip155: { slippage } },
  })

test('[7.36] on generated pools the quote is what the chain pays, to the last unit', async () => {
  const pairs = new Map(
    await Promise.all(
      [usdc, dai, wbtc].map(async (token) => [token, await pairOf(token)] as const),
    ),
  )
  const token = fc.constantFrom(usdc, dai, wbtc)
  // An offer is remembered for 5 s, and these pools change at once.
  const asked = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        from: token,
        to: token,
        added: fc.tuple(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 24n)),
        amount: fc.bigInt(1n, 10n ** 22n),
      }),
      async ({ added, amount, from, to }) => {
        const question = `${from} ${to} ${amount}`
        fc.pre(from !== to && !asked.has(question))
        asked.add(question)
        for (const [index, one] of [from, to].entries()) {
          await call(one, 'mint', [pairs.get(one), added[index]])
          await call(pairs.get(one)!, 'sync', [])
        }
        await call(from, 'mint', [alice, amount])
        const [fromId, toId] = [`${caipId}:${from}`, `${caipId}:${to}`]
        const quoted = await quote(amount, fromId, toId)
        if (quoted.status === 400) {
          expect(quoted.body.error.code).toBe('insufficient-liquidity')
          return
        }
        // A pool of another version may pay more for a tiny amount.
        const [{ allowanceTarget, toAmount }] = quoted.body.quotes
        await call(from, 'approve', [allowanceTarget, amount])
        const { body, status } = await build(amount, fromId, toId)
        expect([status, body.toAmount, body.error]).toEqual([200, toAmount, undefined])
        const before = await world.balanceOf(to)
        await world.send(body.tx)
        expect(String((await world.balanceOf(to)) - before)).toBe(body.toAmount)
      },
    ),
    { numRuns: 12 },
  )
})

test('a token that keeps a part of each transfer is only swapped when the slippage covers the part', async () => {
  const { url } = world.anvil
  const maker = devnetAccounts[5]!.address
  await askChain(url, 'anvil_impersonateAccount', [maker])
  await askChain(url, 'anvil_setBalance', [maker, numberToHex(parseEther('1000'))])
  const nonce = hexToBigInt(await askChain<Hex>(url, 'eth_getTransactionCount', [maker, 'latest']))
  const token = getContractAddress({ from: maker, nonce })
  const code = await compileOnce('FeeToken')
  await askChain(url, 'eth_sendTransaction', [{ from: maker, data: code, gas: '0x2dc6c0' }])
  await askChain(url, 'evm_mine', [])
  await call(token, 'mint', [maker, 10n ** 24n], 0n, maker)
  await call(token, 'approve', [uniswapV2Router, maxUint256], 0n, maker)
  await sendFrom(url, {
    ...{ from: maker, to: uniswapV2Router, value: parseEther('50') },
    data: encodeFunctionData({
      abi: uniswapV2RouterAbi,
      functionName: 'addLiquidityETH',
      args: [token, 10n ** 23n, 0n, 0n, maker, maxUint256],
    }),
  })
  await world.setEther('100')
  const id = `${caipId}:${token}`
  const amount = parseEther('0.1')
  const { body: quoted } = await quote(amount, ids.eth, id)
  const tooTight = await build(amount, ids.eth, id, 5)
  expect([tooTight.status, tooTight.body.error.code]).toEqual([409, 'price-moved'])
  const { body, status } = await build(amount, ids.eth, id, 11)
  expect(status).toBe(200)
  // The shown amount is measured: a tenth less than the quote.
  expect(BigInt(body.toAmount)).toBeLessThan((BigInt(quoted.quotes[0].toAmount) * 91n) / 100n)
  await world.send(body.tx)
  expect(String(await world.balanceOf(token))).toBe(body.toAmount)
})
