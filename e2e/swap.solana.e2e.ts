import { solanaAccounts, solanaTokens } from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectNamespace } from './testUser.ts'
import { testOwnWorld } from './testWorld.ts'

const { open, world } = testOwnWorld()
const alice = address(solanaAccounts[0]!.address)
let page: Page
afterEach(() => page?.close())

const rpc = () => createSolanaRpc(world().devnet.solana.url)
const coins = async () =>
  (await rpc().getBalance(alice, { commitment: 'confirmed' }).send()).value as bigint
/** Units of a token that Alice has. */
async function units(symbol: string): Promise<bigint> {
  const mint = solanaTokens.find((one) => one.symbol === symbol)!.address
  const { value } = await rpc()
    .getTokenAccountsByOwner(
      ...[alice, { mint }],
      ...([{ encoding: 'jsonParsed', commitment: 'confirmed' }] as const),
    )
    .send()
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}

const button = (name: string | RegExp) => card(page).getByRole('button', { name })
const swapped = () => card(page).getByText('Swapped', { exact: true })

/** The form of a swap, filled in. */
async function openSwap({ amount, from, to }: { amount: string; from: string; to: string }) {
  page = await open('/?mode=dialog')
  await connectNamespace(page, 'Solana')
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

test('[1.9] [2.11] coins of Solana are swapped for a token of a real pool, and arrive', async () => {
  const before = await Promise.all([coins(), units('USDC')])
  await openSwap({ amount: '2.5', from: 'SOL', to: 'USDC' })
  await button('Review swap').click()
  // A declined swap loses nothing.
  await answerWallet(page, () => button(/^Swap$/).click(), 'Reject')
  await card(page).getByText('You declined the swap. Nothing was spent.').waitFor()
  expect(await coins()).toBe(before[0])
  await answerWallet(page, () => button(/^Swap$/).click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([coins(), units('USDC')])
  // The amount, and the fee of one signature.
  expect(before[0] - after[0]).toBe(2_500_005_000n)
  // About 150 a coin, less the pool's fee.
  expect(after[1] - before[1]).toBeGreaterThan(373_000_000n)
})

test('[2.11] a token of Solana is swapped for coins in one confirmation, without an approval', async () => {
  const before = await Promise.all([coins(), units('USDC')])
  await openSwap({ amount: '300', from: 'USDC', to: 'SOL' })
  await button('Review swap').click()
  await answerWallet(page, () => button(/^Swap$/).click(), 'Send')
  await swapped().waitFor()
  const after = await Promise.all([coins(), units('USDC')])
  expect(before[1] - after[1]).toBe(300_000_000n)
  expect(after[0] - before[0]).toBeGreaterThan(1_900_000_000n)
})

test('[2.11] an amount that no pool can fill, or that the account has not, is refused before anything is signed', async () => {
  await openSwap({ amount: '100', from: 'USDC', to: 'BONK' })
  await button('Review swap').waitFor()
  await card(page).getByRole('textbox', { name: 'You pay' }).fill('90000000')
  await button(/^Not enough USDC/).waitFor()
})
