import { devnetAddresses } from '@foyer/devnet'
import {
  builtSwap,
  getConvertApprove,
  getConvertQuotes,
  getConvertTokens,
} from '@foyer/protocol/api'
import * as v from 'valibot'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shop } from '../createTestApi.test.kit.ts'
import { nativeAddress } from './swapSource.ts'
import { alice, caipId, ids, startSwapWorld, swapChain } from './swapWorld.test.kit.ts'

const { dai, uniswapV2Router, uniswapV3Router, usdc, wbtc, weth } = devnetAddresses

let world: Awaited<ReturnType<typeof startSwapWorld>>
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
})
afterAll(() => world.stop())

const ask = (path: string, body?: unknown) => world.ask(world.api, path, body)
const quote = async (query: string) => {
  const { body, status } = await ask(`/v1/convert/quotes?${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return v.parse(getConvertQuotes.response, body)
}
const build = async (swap: object) => {
  const answer = await ask('/v1/convert/build-transaction', { userAddress: ids.alice, ...swap })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  const built = v.parse(builtSwap, answer.body)
  if (built.kind !== 'call') throw new Error('This is no call')
  return built
}
const approve = async (token: string, amount: bigint | string, spender?: string) => {
  const { body } = await ask(
    `/v1/convert/build-approve?tokenAddress=${token}&userAddress=${ids.alice}&amount=${amount}${spender ? `&spender=${spender}` : ''}`,
  )
  const { tx } = v.parse(getConvertApprove.response, body)
  await world.send(tx as never)
  return body
}

test('[7.35] lists the coin and the tokens, with the operator’s marks', async () => {
  const { body } = await ask(`/v1/convert/tokens?chainId=${caipId}`)
  const { sources, tokens } = v.parse(getConvertTokens.response, body)
  expect(sources).toEqual([
    { id: 'uniswap-v2', name: 'Uniswap V2' },
    { id: 'uniswap-v3', name: 'Uniswap V3' },
    { id: 'wrap', name: 'Wrap' },
  ])
  expect(tokens[0]).toMatchObject({ symbol: 'ETH', address: ids.eth, decimals: 18, eip2612: false })
  expect(tokens.find(({ symbol }) => symbol === 'USDC')).toEqual({
    ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6, address: ids.usdc },
    ...{ eip2612: true, isListed: true, isSuggested: true },
    logoUri: `https://api.example/public/getTokenImage/USDC?projectId=${shop.id}`,
  })
  expect(tokens.find(({ symbol }) => symbol === 'DAI')).toMatchObject({ isPopular: true })
})

test('looks up a token that is not listed, and shows it without a known logo', async () => {
  const { body } = await ask(`/v1/convert/tokens?chainId=${caipId}&address=${weth}`)
  expect(body.tokens).toMatchObject([
    { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, eip2612: false, isListed: false },
  ])
  expect(body.tokens[0].logoUri).not.toContain('/WETH?')
  const none = await ask(`/v1/convert/tokens?chainId=${caipId}&address=${alice}`)
  expect([none.status, none.body.error.code]).toEqual([400, 'token-unknown'])
})

describe('[7.36] a swap arrives as quoted', () => {
  test.each([
    ['coin to token', 'uniswap-v3', ids.eth, nativeAddress, ids.usdc, usdc, parseEther('1'), 1],
    ['token to coin', 'uniswap-v3', ids.usdc, usdc, ids.eth, nativeAddress, 100_000_000n, 1],
    ['over two pools', 'uniswap-v3', ids.usdc, usdc, ids.wbtc, wbtc, 250_000_000n, 2],
    ['coin to token', 'uniswap-v2', ids.eth, nativeAddress, ids.dai, dai, parseEther('1'), 1],
    ['token to coin', 'uniswap-v2', ids.dai, dai, ids.eth, nativeAddress, parseEther('100'), 1],
    ['over two pools', 'uniswap-v2', ids.dai, dai, ids.wbtc, wbtc, parseEther('250'), 2],
    ['coin to its own token', 'wrap', ids.eth, nativeAddress, ids.weth, weth, parseEther('0.5'), 1],
    ['own token to the coin', 'wrap', ids.weth, weth, ids.eth, nativeAddress, parseEther('0.2'), 1],
  ])('%s by the best source, %s', async (_, bestId, from, spent, to, received, amount, steps) => {
    await world.setEther('100')
    const { failures, quotes } = await quote(`amount=${amount}&from=${from}&to=${to}`)
    // A source without a pool of a pair says so.
    expect(failures.filter(({ code }) => code !== 'insufficient-liquidity')).toEqual([])
    const [best] = quotes
    expect(best!.source.id).toBe(bestId)
    for (const { toAmount: other } of quotes)
      expect(BigInt(other)).toBeLessThanOrEqual(BigInt(best!.toAmount))
    expect(best!.route).toHaveLength(steps)
    if (best!.allowanceTarget !== undefined) {
      const early = await ask('/v1/convert/build-transaction', {
        ...{ amount: String(amount), from, to, userAddress: ids.alice },
      })
      expect([early.status, early.body.error.code]).toEqual([400, 'insufficient-allowance'])
      const { amount: allowed, spender } = await approve(from, amount, best!.allowanceTarget)
      expect([allowed, spender]).toEqual([
        String(amount),
        bestId === 'uniswap-v3' ? uniswapV3Router : uniswapV2Router,
      ])
    }
    const { minToAmount, source, toAmount, tx } = await build({
      ...{ amount: String(amount), from, to },
      ...{ source: best!.source.id, minToAmount: best!.minToAmount },
    })
    expect([toAmount, minToAmount, source]).toEqual([
      ...[best!.toAmount, best!.minToAmount, best!.source],
    ])
    const before = [await world.balanceOf(spent), await world.balanceOf(received)]
    const { fee } = await world.send(tx as never)
    const feeOf = (token: string) => (token === nativeAddress ? fee : 0n)
    expect(before[0]! - (await world.balanceOf(spent)) - feeOf(spent)).toBe(amount)
    const arrived = (await world.balanceOf(received)) - before[1]! + feeOf(received)
    expect(String(arrived)).toBe(toAmount)
    expect(arrived).toBeGreaterThanOrEqual(BigInt(minToAmount))
    if (best!.allowanceTarget !== undefined) {
      const { body } = await ask(
        `/v1/convert/allowance?tokenAddress=${from}&userAddress=${ids.alice}&spender=${best!.allowanceTarget}`,
      )
      // Exactly what the swap spends was allowed: nothing is left.
      expect(body.allowance).toBe('0')
    }
  })
})

test('a quote tells impact, cost in the coin, minimum by slippage and its end', async () => {
  const small = (await quote(`amount=${parseEther('0.1')}&from=${ids.eth}&to=${ids.dai}`))
    .quotes[0]!
  const large = (await quote(`amount=${parseEther('300')}&from=${ids.eth}&to=${ids.dai}`))
    .quotes[0]!
  expect(small.priceImpact).toBeCloseTo(0.31, 1)
  expect(large.priceImpact).toBeGreaterThan(20)
  expect(BigInt(small.minToAmount)).toBe((BigInt(small.toAmount) * 99n) / 100n)
  const loose = await quote(
    `amount=${parseEther('0.1')}&from=${ids.eth}&to=${ids.dai}&slippage=2.5&gasPrice=7`,
  )
  expect(BigInt(loose.quotes[0]!.minToAmount)).toBe((BigInt(small.toAmount) * 975n) / 1000n)
  const { amount, gas, gasPrice } = loose.quotes[0]!.networkCost!
  expect([gasPrice, BigInt(amount)]).toEqual(['7', BigInt(gas) * 7n])
  expect(Date.parse(small.expiresAt)).toBeGreaterThan(Date.now())
})

test('refuses to swap when the price moved below the minimum that was shown', async () => {
  await world.setEther('100')
  const swap = {
    amount: String(parseEther('1')),
    from: ids.eth,
    to: ids.dai,
    userAddress: ids.alice,
  }
  const { quotes } = await quote(`amount=${swap.amount}&from=${swap.from}&to=${swap.to}`)
  const impossible = String(BigInt(quotes[0]!.toAmount) + 1n)
  const moved = await ask('/v1/convert/build-transaction', { ...swap, minToAmount: impossible })
  expect([moved.status, moved.body.error.code]).toEqual([409, 'price-moved'])
  const { tx } = await build({ ...swap, eip155: { slippage: 0 } })
  // Another user's swap comes first: the built one then fails instead of paying less.
  await world.send((await build(swap)).tx as never)
  await expect(world.send(tx as never)).rejects.toThrow('reverted')
})

test('gas prices rise from standard to instant', async () => {
  const { body } = await ask(`/v1/convert/gas-price?chainId=${caipId}`)
  const [standard, fast, instant] = [body.standard, body.fast, body.instant].map(BigInt)
  expect(standard! > 0n && fast! >= standard! && instant! >= fast!).toBe(true)
})

test('approves no spender but the contracts of the sources', async () => {
  for (const path of ['build-approve', 'allowance']) {
    const { body, status } = await ask(
      `/v1/convert/${path}?tokenAddress=${ids.usdc}&userAddress=${ids.alice}&amount=5&spender=${alice}`,
    )
    expect([status, body.error]).toMatchObject([400, { code: 'spender-refused', field: 'spender' }])
  }
})

describe('error:', () => {
  test.each([
    ['no pool', `amount=5&from=${ids.usdc}&to=${ids.point}`, 400, 'insufficient-liquidity'],
    ['too small', `amount=1&from=${ids.usdc}&to=${ids.wbtc}`, 400, 'insufficient-liquidity'],
    ['the same token', `amount=5&from=${ids.usdc}&to=${ids.usdc}`, 400, 'same-token'],
    ['another chain', `amount=5&from=${ids.usdc}&to=eip155:1:${usdc}`, 400, 'chain-unsupported'],
    ['no amount', `amount=0&from=${ids.usdc}&to=${ids.dai}`, 400, 'params-invalid'],
    ['a fraction', `amount=1.5&from=${ids.usdc}&to=${ids.dai}`, 400, 'params-invalid'],
    [
      'more than a token holds',
      `amount=${2n ** 256n}&from=${ids.usdc}&to=${ids.dai}`,
      400,
      'params-invalid',
    ],
    [
      'too much slippage',
      `amount=5&from=${ids.usdc}&to=${ids.dai}&slippage=51`,
      400,
      'params-invalid',
    ],
  ])('%s', async (_, query, expected, code) => {
    const { body, status } = await ask(`/v1/convert/quotes?${query}`)
    expect([status, body.error.code]).toEqual([expected, code])
  })

  test('says insufficient liquidity in the words of the contract', async () => {
    const { body } = await ask(`/v1/convert/quotes?amount=5&from=${ids.usdc}&to=${ids.point}`)
    expect(body.error.message).toBe('insufficient liquidity')
  })

  test('more than the account holds', async () => {
    for (const [from, to] of [
      [ids.eth, ids.usdc],
      [ids.usdc, ids.eth],
    ]) {
      const { body, status } = await ask('/v1/convert/build-transaction', {
        ...{ amount: String(10n ** 30n), from, to, userAddress: ids.alice },
      })
      expect([status, body.error.code]).toEqual([400, 'insufficient-balance'])
    }
  })

  test('a chain that is down, and one without swaps', async () => {
    const down = await world.createApi({
      chains: [
        swapChain('http://127.0.0.1:9'),
        swapChain(world.anvil.url, { caipId: 'eip155:31338', swaps: false }),
      ],
      rpc: { wait: async () => {} },
    })
    const of = (from: string, to: string) =>
      world.ask(down, `/v1/convert/quotes?amount=5&from=${from}&to=${to}&gasPrice=1`)
    const one = await of(ids.usdc, ids.eth)
    expect([one.status, one.body.error.code]).toEqual([502, 'sources-unavailable'])
    const none = await of(`eip155:31338:${usdc}`, `eip155:31338:${dai}`)
    expect([none.status, none.body.error.code]).toEqual([400, 'source-unknown'])
  })
})
