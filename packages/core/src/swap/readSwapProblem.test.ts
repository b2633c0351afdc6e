import { expect, test } from 'vitest'
import { setDetails } from '../account/setDetails.ts'
import { connect } from '../connection/connect.ts'
import { alice, testFoyer, testWallet } from '../testFoyer.test.kit.ts'
import { groupSwapTokens } from './groupSwapTokens.ts'
import { readSwapBalance, readSwapMost, readSwapProblem } from './readSwapProblem.ts'
import type { SwapState } from './swapState.ts'
import { coin, dollars, testOffer, testRequest, testToken } from './testSwap.test.kit.ts'

const chainId = 'eip155:1'
const held = [
  {
    name: 'Dollar',
    symbol: 'USDC',
    chainId,
    address: dollars.address,
    quantity: { decimals: '6', numeric: '2.5' },
  },
]
const account = { chainId, balance: 100n, tokenBalance: held } as const

async function kit(
  balance: bigint | undefined,
  state: Partial<ReturnType<typeof testRequest>> = {},
) {
  const foyer = testFoyer()
  await connect(foyer, { connector: testWallet().connector })
  setDetails(foyer, {
    forAddress: alice,
    namespace: 'eip155',
    details: () => ({ balance, tokenBalance: held }),
  })
  const request = testRequest({ amount: 80n, ...state })
  const quoted: SwapState = {
    status: 'quoted',
    form: { from: request.from, to: request.to, amount: '', slippage: 1 },
    request,
    offers: [testOffer({ networkCost: { amount: 20n } })],
    source: undefined,
    approved: undefined,
    permit: undefined,
    isApart: false,
    isMoved: false,
  }
  return { problem: readSwapProblem(foyer, quoted), most: readSwapMost(foyer, quoted) }
}

test('reads what is held: coins, listed tokens, and nothing of unknown ones', () => {
  expect(readSwapBalance(account, coin)).toBe(100n)
  expect(readSwapBalance(account, dollars)).toBe(2_500_000n)
  const other = testToken({ address: `eip155:1:0x${'e1'.repeat(20)}` })
  expect(readSwapBalance(account, other)).toBe(0n)
  expect(readSwapBalance(account, { ...other, isListed: false })).toBe(undefined)
  expect(readSwapBalance({ ...account, tokenBalance: undefined }, other)).toBe(undefined)
  expect(readSwapBalance({ ...account, chainId: 'eip155:10' }, dollars)).toBe(undefined)
})

test('says which is too little: the token, or the coin for the fee', async () => {
  expect((await kit(100n)).problem).toBe(undefined)
  expect((await kit(99n)).problem).toBe('insufficient-gas')
  expect((await kit(79n)).problem).toBe('insufficient-balance')
  expect((await kit(undefined)).problem).toBe(undefined)
  const spend = { from: dollars, to: coin }
  expect((await kit(20n, { ...spend, amount: 2_500_000n })).problem).toBe(undefined)
  expect((await kit(20n, { ...spend, amount: 2_500_001n })).problem).toBe('insufficient-balance')
  expect((await kit(19n, spend)).problem).toBe('insufficient-gas')
})

test('the most that can be paid leaves coins for the fee', async () => {
  expect((await kit(100n)).most).toBe(60n)
  expect((await kit(30n)).most).toBe(0n)
  expect((await kit(30n, { from: dollars, to: coin })).most).toBe(2_500_000n)
})

test('[9.28] groups tokens: suggested, held, popular, others, each once', () => {
  const popular = testToken({
    symbol: 'POP',
    address: `eip155:1:0x${'e2'.repeat(20)}`,
    isPopular: true,
  })
  const suggested = testToken({
    symbol: 'SUG',
    address: `eip155:1:0x${'e3'.repeat(20)}`,
    isSuggested: true,
  })
  const other = testToken({
    symbol: 'OTH',
    name: 'Harbour',
    address: `eip155:1:0x${'e4'.repeat(20)}`,
  })
  const all = [coin, dollars, popular, suggested, other]
  expect(groupSwapTokens(all, { account })).toEqual({
    suggested: [suggested],
    held: [coin, dollars],
    popular: [popular],
    others: [other],
  })
  const search = (text: string) =>
    Object.values(groupSwapTokens(all, { account, search: text })).flat()
  expect(search(' harb ')).toEqual([other])
  expect(search('usd')).toEqual([dollars])
  expect(search(`0x${'E4'.repeat(20)}`)).toEqual([other])
  expect(search('none')).toEqual([])
})
