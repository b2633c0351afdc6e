import { devnetAccounts, devnetAddresses, devTokenAbi } from '@foyer/devnet'
import type { Page } from 'playwright'
import { createPublicClient, http } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectByHand, evmOnly } from './testUser.ts'
import { testOwnWorld } from './testWorld.ts'

const { open, world } = testOwnWorld()
const [alice] = devnetAccounts.map(({ address }) => address) as [`0x${string}`]
const { usdc } = devnetAddresses
let page: Page
beforeEach(() => world().bridge.endAs('completed'))
afterEach(() => page?.close())

const client = (index: number) =>
  createPublicClient({ transport: http(world().devnet.chains[index]?.url) })
const dollars = (index: number) =>
  client(index).readContract({
    ...{ address: usdc, abi: devTokenAbi, functionName: 'balanceOf', args: [alice] },
  })
const button = (name: string | RegExp) => card(page).getByRole('button', { name })
const text = (shown: string | RegExp) => card(page).getByText(shown).first()

async function openSwapView() {
  await accountButton(page).first().click()
  await button('Swap').click()
}

/** Sends coins of the first chain, to arrive as dollars on the second one. */
async function sendAcross(amount: string) {
  page = await open(evmOnly('/plain.html'))
  await connectByHand(page)
  await openSwapView()
  await button(/^Token you receive:/).click()
  await card(page).getByLabel('Network', { exact: true }).selectOption('Foyer Devnet Two')
  await card(page).getByRole('listitem').filter({ hasText: 'USDC' }).first().click()
  await text('You receive on Foyer Devnet Two').waitFor()
  await card(page).getByRole('textbox', { name: 'You pay' }).fill(amount)
  await button('Review swap').click()
  await text('You pay on Foyer Devnet').waitFor()
  await text('You receive on Foyer Devnet Two').waitFor()
  await text('about 5 sec').waitFor()
  await answerWallet(page, () => button('Swap').click(), 'Send')
}

test('[2.11] coins leave one network and arrive as tokens on another one, followed until they are there', async () => {
  const before = await dollars(1)
  world().bridge.endAs('waiting')
  await sendAcross('0.5')
  await text('On its way').waitFor()
  // A crossing that is on its way is found again after a reload.
  await page.reload()
  await accountButton(page).first().waitFor()
  await openSwapView()
  await text('On its way').waitFor()
  expect(await dollars(1)).toBe(before)
  world().bridge.endAs('completed')
  await text('1,448.55 USDC arrived on Foyer Devnet Two.').waitFor()
  // 2,900 dollars a coin there, less the bridge's 0.1 %.
  expect((await dollars(1)) - before).toBe(1_448_550_000n)
  await button('Dismiss').click()
  await text('Received').waitFor({ state: 'detached' })
})

test('[2.11] tokens that come back are called so, with the amount', async () => {
  world().bridge.endAs('refunded')
  await sendAcross('0.25')
  await text('LI.FI could not finish the swap, and sent 0.25 ETH back to you.').waitFor()
})
