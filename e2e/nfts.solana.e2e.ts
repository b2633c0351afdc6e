import { createSolanaFaucet, solanaAccounts, solanaNfts } from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectNamespace } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const [alice, bob] = solanaAccounts.map((account) => account.address)
const mint = solanaNfts.find(({ name }) => name === 'Tide Chart #4')!.address
let page: Page

beforeEach(async () => {
  page = await open('/?mode=dialog')
  await connectNamespace(page, 'Solana')
  await accountButton(page).first().click()
  await card(page).getByRole('tab', { name: 'NFTs' }).click()
})

const nft = (name: string) => card(page).getByRole('button', { name })
const button = (name: string) => card(page).getByRole('button', { name, exact: true })
/** Units of the NFT that an account has. */
async function unitsOf(owner: string): Promise<string[]> {
  const { value } = await createSolanaRpc(world().devnet.solana.url)
    .getTokenAccountsByOwner(address(owner), { mint }, { encoding: 'jsonParsed' })
    .send()
  return value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)
}

test('[2.4] [3.4] a user sees the NFTs of a Solana account with their images, without spam', async () => {
  await nft('Tide Chart #2').waitFor()
  await nft('Sea Glass').waitFor()
  for (const image of await card(page).locator('.nfts-grid img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  expect(await card(page).getByText('tide-gift').count()).toBe(0)
  await card(page)
    .getByRole('button', { name: /Show spam/ })
    .click()
  await nft('tide-gift').first().waitFor()
})

test('[1.8] [2.4] an NFT of Solana that was received is listed, is sent to an account without a place for it, and both are in the history', async () => {
  await nft('Tide Chart #2').waitFor()
  await createSolanaFaucet({ url: world().devnet.solana.url }).giveNft({ to: alice!, nft: mint })
  await expect
    .poll(
      async () => {
        await button('Refresh NFTs').click()
        return nft('Tide Chart #4').count()
      },
      { interval: 500 },
    )
    .toBe(1)
  expect(await unitsOf(bob!)).toEqual([])
  await nft('Tide Chart #4').click()
  await card(page).getByText('SPL', { exact: true }).waitFor()
  await button('Send').click()
  await card(page).getByRole('textbox', { name: 'To' }).fill(bob!)
  await button('Continue').click()
  await answerWallet(page, () => button('Send').click(), 'Reject')
  await card(page).getByText('You declined the request. Try again?').waitFor()
  await answerWallet(page, () => button('Send').click(), 'Send')
  await card(page).getByText('Tide Chart #4 has arrived.').waitFor()
  expect([await unitsOf(alice!), await unitsOf(bob!)]).toEqual([['0'], ['1']])
  await button('Done').click()
  await nft('Tide Chart #4').waitFor({ state: 'hidden' })
  await card(page).getByRole('tab', { name: 'Activity' }).click()
  const rows = card(page).getByRole('listitem').filter({ hasText: 'Tide Chart #4' })
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((text) => /Sent|Received/.exec(text)?.[0]))
    .toEqual(['Sent', 'Received'])
})
