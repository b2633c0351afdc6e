import { solanaTokens } from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import { beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { approveInWindow, logIn, modal, newEmail, readAddress } from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { accountButton, type TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const usdc = solanaTokens.find(({ symbol }) => symbol === 'USDC')!.address
let browser: TestUser
beforeAll(async () => {
  browser = await newProfile()
})

test('[1.9] [2.11] the embedded wallet swaps coins of Solana for a token and back', async () => {
  const { devnet, mail, urls } = world()
  const page = await browser.open(`${urls.own}/?mode=dialog`)
  await logIn(page, { email: newEmail('ada'), mail })
  const owner = address((await readAddress(page, 'solana'))!)
  await devnet.solana.faucet.giveSol({ to: owner, amount: 3_000_000_000n })
  const rpc = createSolanaRpc(devnet.solana.url)
  const coins = async () =>
    (await rpc.getBalance(owner, { commitment: 'confirmed' }).send()).value as bigint
  const dollars = async () => {
    const { value } = await rpc
      .getTokenAccountsByOwner(
        ...[owner, { mint: usdc }],
        ...([{ encoding: 'jsonParsed', commitment: 'confirmed' }] as const),
      )
      .send()
    return BigInt(value[0]?.account.data.parsed.info.tokenAmount.amount ?? 0)
  }
  const network = ask(page, 'Switch network').getByRole('button', { name: 'Foyer Solana' })
  await network.click()
  await network.and(page.locator('[aria-pressed="true"]')).waitFor()
  const button = (name: string | RegExp) => modal(page).getByRole('button', { name })
  const choose = async (side: 'pay' | 'receive', symbol: string) => {
    await button(new RegExp(`^Token you ${side}:`)).click()
    await modal(page).getByRole('searchbox').fill(symbol)
    await modal(page).getByRole('listitem').filter({ hasText: symbol }).first().click()
    await button(`Token you ${side}: ${symbol}`).waitFor()
  }
  const swap = async (amount: string) => {
    await modal(page).getByRole('textbox', { name: 'You pay' }).fill(amount)
    await button('Review swap').click()
    await button(/^Swap$/).click()
    // The wallet does not know the program, so it asks in a window of its own.
    await approveInWindow(page)
    await modal(page).getByText('Swapped', { exact: true }).waitFor()
  }

  await accountButton(page).first().click()
  await button('Swap').click()
  await choose('pay', 'SOL')
  await choose('receive', 'USDC')
  await swap('1')
  // The amount, the fee, and the deposit of the first account of this token.
  expect(await coins()).toBe(3_000_000_000n - 1_000_000_000n - 5_000n - 2_039_280n)
  const bought = await dollars()
  expect(bought).toBeGreaterThan(149_000_000n)

  await button('New swap').click()
  await choose('pay', 'USDC')
  await choose('receive', 'SOL')
  const before = await coins()
  await swap('100')
  expect(bought - (await dollars())).toBe(100_000_000n)
  expect((await coins()) - before).toBeGreaterThan(660_000_000n)
})
