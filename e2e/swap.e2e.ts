import { devnetAccounts, devnetAddresses, devTokenAbi } from '@foyer/devnet'
import type { Page } from 'playwright'
import { createPublicClient, http } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectByHand, evmOnly } from './testUser.ts'
import { testOwnWorld } from './testWorld.ts'

const { open, world } = testOwnWorld()
const [alice] = devnetAccounts.map(({ address }) => address) as [`0x${string}`]
const { dai, permit2, uniswapV2Router, uniswapV3Router, usdc, wbtc } = devnetAddresses
let page: Page
afterEach(() => page?.close())

const client = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
const ether = () => client().getBalance({ address: alice })
const contract = (address: `0x${string}`) => ({ address, abi: devTokenAbi }) as const
const held = (token: `0x${string}`) =>
  client().readContract({ ...contract(token), functionName: 'balanceOf', args: [alice] })
const dollars = () => held(usdc)
const allowance = (token: `0x${string}`, spender: `0x${string}`) =>
  client().readContract({
    ...contract(token),
    functionName: 'allowance',
    args: [alice, spender],
  })
const nonce = () => client().getTransactionCount({ address: alice })

const button = (name: string | RegExp) => card(page).getByRole('button', { name })
const swapped = () => card(page).getByText('Swapped', { exact: true })

/** The form of a swap, filled in. */
async function openSwap({ amount, from, isAlone = false, to }: Form) {
  const script = `${world().wallet.url}/devwallet.js?without=wallet_sendCalls`
  const wallet = isAlone ? `?wallet=${encodeURIComponent(script)}` : ''
  page = await open(evmOnly(`/plain.html${wallet}`))
  await connectByHand(page)
  await accountButton(page).first().click()
  await button('Swap').click()
  await choose('pay', from)
  await choose('receive', to)
  await card(page).getByRole('textbox', { name: 'You pay' }).fill(amount)
}
type Form = {
  amount: string
  from: string
  to: string
  /** The wallet can not send batches. @default false */
  isAlone?: boolean
}
/** The wallet's next windows, as they open. */
function nextWindows(count: number): Promise<Page>[] {
  const opened: ((window: Page) => void)[] = []
  const windows = Array.from(
    { length: count },
    () => new Promise<Page>((resolve) => opened.push(resolve)),
  )
  page.on('popup', (window) => opened.shift()?.(window))
  return windows
}
const press = async (window: Promise<Page>, name: string) =>
  (await window).getByRole('button', { name, exact: true }).click()
async function choose(side: 'pay' | 'receive', symbol: string) {
  await button(new RegExp(`^Token you ${side}:`)).click()
  await card(page).getByRole('searchbox').fill(symbol)
  await card(page).getByRole('listitem').filter({ hasText: symbol }).first().click()
  await button(`Token you ${side}: ${symbol}`).waitFor()
}

test('[1.9] [2.11] coins are swapped for a token of a real pool, and arrive', async () => {
  const before = await Promise.all([ether(), dollars()])
  await openSwap({ amount: '1.5', from: 'ETH', to: 'USDC' })
  await button('Review swap').click()
  await answerWallet(page, () => button('Swap').click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), dollars()])
  expect(before[0] - after[0]).toBeGreaterThanOrEqual(15n * 10n ** 17n)
  // About 3000 a coin, less the pool's fee and the slippage of 1 %.
  expect(after[1] - before[1]).toBeGreaterThan(4_400_000_000n)
})

test('[2.11] for a source that takes no signature a token is approved exactly, then swapped', async () => {
  const before = await Promise.all([ether(), held(dai)])
  const amount = 300n * 10n ** 18n
  await openSwap({ amount: '300', from: 'DAI', to: 'ETH', isAlone: true })
  await card(page)
    .getByRole('radio', { name: /^Uniswap V3.*Best/ })
    .waitFor()
  await card(page)
    .getByRole('radio', { name: /^Uniswap V2/ })
    .check()
  await button('Review swap').click()
  // A declined approval loses nothing.
  await answerWallet(page, () => button('Approve and swap').click(), 'Reject')
  await card(page).getByText('You declined the approval. Nothing was spent.').waitFor()
  expect(await allowance(dai, uniswapV2Router)).toBe(0n)
  // The wallet asks for the swap once the approval is in a block.
  const [first, second] = nextWindows(2)
  await button('Approve and swap').click()
  await press(first!, 'Send')
  await press(second!, 'Reject')
  await card(page).getByText('You declined the swap. Nothing was spent.').waitFor()
  expect(await allowance(dai, uniswapV2Router)).toBe(amount)
  // The allowance is used: one confirmation.
  await answerWallet(page, () => button('Approve and swap').click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), held(dai)])
  expect(before[1] - after[1]).toBe(amount)
  expect(after[0]).toBeGreaterThan(before[0] + 9n * 10n ** 16n)
  expect(await allowance(dai, uniswapV2Router)).toBe(0n)
})

test('[2.11] where the token takes it, a signature replaces the approval: one transaction', async () => {
  const before = await Promise.all([ether(), dollars(), nonce()])
  await openSwap({ amount: '300', from: 'USDC', to: 'ETH', isAlone: true })
  await button('Review swap').click()
  await answerWallet(page, () => button('Approve and swap').click(), 'Reject')
  await card(page).getByText('You declined the approval. Nothing was spent.').waitFor()
  const [first, second] = nextWindows(2)
  await button('Approve and swap').click()
  await press(first!, 'Sign')
  await press(second!, 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), dollars(), nonce()])
  expect(before[1] - after[1]).toBe(300_000_000n)
  expect(after[0]).toBeGreaterThan(before[0] + 9n * 10n ** 16n)
  expect(after[2] - before[2]).toBe(1)
  expect(await allowance(usdc, uniswapV3Router)).toBe(0n)
})

test('[2.11] in pools of Uniswap V4 a signature for Permit2 follows the approval, for exactly the amount', async () => {
  const before = await Promise.all([ether(), held(wbtc), nonce()])
  await openSwap({ amount: '0.01', from: 'WBTC', to: 'ETH', isAlone: true })
  await card(page)
    .getByRole('radio', { name: /^Uniswap V4.*Best/ })
    .waitFor()
  await button('Review swap').click()
  await card(page)
    .getByText(/may spend exactly 0.01 WBTC through Permit2, for 20 minutes/)
    .waitFor()
  const [first, second, third] = nextWindows(3)
  await button('Approve and swap').click()
  await press(first!, 'Send')
  // Permit2 can not use the approval before the signature.
  await press(second!, 'Reject')
  await card(page).getByText('You declined the approval. Nothing was spent.').waitFor()
  expect(await allowance(wbtc, permit2)).toBe(1_000_000n)
  const [, fourth] = nextWindows(2)
  await button('Approve and swap').click()
  await press(third!, 'Sign')
  await press(fourth!, 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), held(wbtc), nonce()])
  expect(before[1] - after[1]).toBe(1_000_000n)
  // About 0.2 coins, less the network's fees.
  expect(after[0] - before[0]).toBeGreaterThan(19n * 10n ** 16n)
  expect(after[2] - before[2]).toBe(2)
  expect(await allowance(wbtc, permit2)).toBe(0n)
})

test('[2.11] a wallet that sends batches asks once, for the approval and the swap together', async () => {
  const before = await Promise.all([ether(), dollars(), nonce()])
  await openSwap({ amount: '300', from: 'USDC', to: 'ETH' })
  await button('Review swap').click()
  await answerWallet(page, () => button('Approve and swap').click(), 'Reject')
  await card(page).getByText('You declined the swap. Nothing was spent.').waitFor()
  expect(await nonce()).toBe(before[2])
  await answerWallet(page, () => button('Approve and swap').click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), dollars(), nonce()])
  expect(before[1] - after[1]).toBe(300_000_000n)
  expect(after[0]).toBeGreaterThan(before[0] + 9n * 10n ** 16n)
  // One transaction, and the authorization of the account's code (EIP-7702).
  expect(after[2] - before[2]).toBe(2)
  expect(await allowance(usdc, uniswapV3Router)).toBe(0n)
})

test('[2.11] a wallet that sends batches asks once for a swap through Permit2', async () => {
  const before = await Promise.all([ether(), held(wbtc)])
  await openSwap({ amount: '0.01', from: 'WBTC', to: 'ETH' })
  await button('Review swap').click()
  await answerWallet(page, () => button('Approve and swap').click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), held(wbtc)])
  expect(before[1] - after[1]).toBe(1_000_000n)
  expect(after[0] - before[0]).toBeGreaterThan(19n * 10n ** 16n)
  expect(await allowance(wbtc, permit2)).toBe(0n)
})

test('[2.11] an amount that no pool can fill is refused before anything is signed', async () => {
  await openSwap({ amount: '9000', from: 'ETH', to: 'USDC' })
  await card(page)
    .getByText(/moves the price by|^No market is large enough/)
    .first()
    .waitFor()
  await card(page).getByRole('textbox', { name: 'You pay' }).fill('900000')
  await button(/^Not enough ETH/).waitFor()
})

test('an api that stops midway is named, and the swap goes on when it is back', async () => {
  await openSwap({ amount: '1', from: 'ETH', to: 'USDC' })
  await button('Review swap').click()
  await button('Swap').waitFor()
  const before = await dollars()
  await world().api.stop()
  await button('Swap').click()
  await card(page)
    .getByText(/^(The swap could not be sent|Quotes could not be loaded)/)
    .waitFor()
  await world().startApiAgain()
  await button(/^(Change the swap|Try again)$/).click()
  await answerWallet(page, () => button('Swap').click(), 'Send')
  await swapped().waitFor()
  expect(await dollars()).toBeGreaterThan(before)
})
