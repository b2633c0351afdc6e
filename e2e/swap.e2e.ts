import { devnetAccounts, devnetAddresses, devTokenAbi } from '@foyer/devnet'
import type { Page } from 'playwright'
import { createPublicClient, http } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectByHand, evmOnly } from './testUser.ts'
import { testOwnWorld } from './testWorld.ts'

const { open, world } = testOwnWorld()
const [alice] = devnetAccounts.map(({ address }) => address) as [`0x${string}`]
const { usdc, uniswapV2Router } = devnetAddresses
let page: Page
afterEach(() => page?.close())

const client = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
const ether = () => client().getBalance({ address: alice })
const token = { address: usdc, abi: devTokenAbi } as const
const dollars = () =>
  client().readContract({ ...token, functionName: 'balanceOf', args: [alice] }) as Promise<bigint>
const allowance = () =>
  client().readContract({
    ...token,
    functionName: 'allowance',
    args: [alice, uniswapV2Router],
  }) as Promise<bigint>

const button = (name: string | RegExp) => card(page).getByRole('button', { name })
const swapped = () => card(page).getByText('Swapped', { exact: true })

/** The form of a swap, filled in. */
async function openSwap({ amount, from, to }: { amount: string; from: string; to: string }) {
  page = await open(evmOnly('/plain.html'))
  await connectByHand(page)
  await accountButton(page).first().click()
  await button('Swap').click()
  await choose('pay', from)
  await choose('receive', to)
  await card(page).getByRole('textbox', { name: 'You pay' }).fill(amount)
}
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

test('[2.11] a token is approved exactly, then swapped for coins; the next swap asks again', async () => {
  const before = await Promise.all([ether(), dollars()])
  await openSwap({ amount: '300', from: 'USDC', to: 'ETH' })
  await button('Review swap').click()
  // A declined approval loses nothing.
  await answerWallet(page, () => button('Approve and swap').click(), 'Reject')
  await card(page).getByText('You declined the approval. Nothing was spent.').waitFor()
  expect(await allowance()).toBe(0n)
  // The wallet asks for the swap once the approval is in a block.
  const second = new Promise<Page>((resolve) => {
    let count = 0
    page.on('popup', (popup) => {
      count += 1
      if (count === 2) resolve(popup)
    })
  })
  await answerWallet(page, () => button('Approve and swap').click(), 'Send')
  const window = await second
  await window.getByRole('button', { name: 'Reject', exact: true }).click()
  await card(page).getByText('You declined the swap. Nothing was spent.').waitFor()
  expect(await allowance()).toBe(300_000_000n)
  // The allowance is used: one confirmation.
  await answerWallet(page, () => button('Approve and swap').click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([ether(), dollars()])
  expect(before[1] - after[1]).toBe(300_000_000n)
  expect(after[0]).toBeGreaterThan(before[0] + 9n * 10n ** 16n)
  expect(await allowance()).toBe(0n)
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
