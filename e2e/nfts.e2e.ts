import {
  compileOnce,
  devBadgesAbi,
  devNftAbi,
  devnetAccounts,
  devnetAddresses,
} from '@foyer/devnet'
import type { Page } from 'playwright'
import { createWalletClient, encodeFunctionData, type Hex, http, publicActions } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectButton, evmOnly, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const [alice, bob] = devnetAccounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
const { art } = devnetAddresses
let page: Page

beforeEach(async () => {
  page = await open(evmOnly('/?mode=dialog'))
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
})

const nft = (name: string) => card(page).getByRole('button', { name })
async function openTab(name: string): Promise<void> {
  await accountButton(page).first().click()
  await card(page).getByRole('tab', { name }).click()
}
/** Bob sends transactions. */
const wallet = () =>
  createWalletClient({
    account: bob,
    pollingInterval: 50,
    transport: http(world().devnet.chains[0]?.url),
  }).extend(publicActions)
const call = (to: Hex, data: Hex) => wallet().sendTransaction({ chain: null, to, data })
/** Bob mints a picture for Alice. */
const receive = (tokenId: bigint) =>
  call(art, encodeFunctionData({ abi: devNftAbi, functionName: 'mint', args: [alice, tokenId] }))
/** Bob deploys a collection with one description, and mints for Alice. */
async function receiveDescribed(description: { name: string; image: string }): Promise<void> {
  const client = wallet()
  const hash = await client.deployContract({
    abi: devBadgesAbi,
    args: [dataUri('application/json', JSON.stringify(description))],
    bytecode: await compileOnce('DevBadges'),
    chain: null,
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  await call(
    contractAddress!,
    encodeFunctionData({ abi: devBadgesAbi, functionName: 'mint', args: [alice, [1n], [1n]] }),
  )
}
const dataUri = (type: string, text: string) =>
  `data:${type};base64,${Buffer.from(text).toString('base64')}`
/** Refreshes the NFTs until one is listed. */
async function listed(name: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await card(page).getByRole('button', { name: 'Refresh NFTs' }).click()
        return nft(name).count()
      },
      { interval: 500 },
    )
    .toBe(1)
}

test('[2.4] [3.4] a user sees NFTs with their images, from the chain and from IPFS, without spam', async () => {
  await openTab('NFTs')
  await nft('Harbour Lights #2').waitFor()
  await nft('Night Watch').waitFor()
  const images = card(page).locator('.nfts-grid img')
  // Images load when they come into sight.
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  expect(await images.count()).toBeGreaterThanOrEqual(4)
  expect(await card(page).getByText('harbour-gift').count()).toBe(0)
  await card(page)
    .getByRole('button', { name: /Show spam/ })
    .click()
  await nft('harbour-gift').first().waitFor()
})

test('[T100] a drawing with scripts is drawn, and runs none of them when it is opened as a page', async () => {
  const script = "document.title = 'ran'"
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="${script}"><script>${script}</script><rect width="9" height="9"/></svg>`
  const image = dataUri('image/svg+xml', drawing)
  const name = `Scripted drawing ${Date.now()}`
  await receiveDescribed({ name, image })
  await openTab('NFTs')
  await listed(name)
  const shown = nft(name).locator('img')
  await shown.scrollIntoViewIfNeeded()
  await expect
    .poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const opened = await page.context().newPage()
  const response = await opened.goto((await shown.getAttribute('src'))!)
  expect(response?.headers()['content-security-policy']).toContain('sandbox')
  expect(await opened.evaluate(() => document.documentElement.localName)).toBe('svg')
  expect(await opened.locator('rect').count()).toBe(1)
  expect(await opened.title()).toBe('')
  expect(await response?.text()).not.toContain('ran')
})

test('[1.8] [2.4] an NFT that was received is listed, is sent, and both are in the history', async () => {
  await receive(501n)
  await openTab('NFTs')
  await listed('Harbour Lights #501')
  await nft('Harbour Lights #501').click()
  await card(page).getByText('ERC-721').waitFor()
  await card(page).getByRole('button', { name: 'Send' }).click()
  await card(page).getByRole('textbox', { name: 'To' }).fill(bob)
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await answerWallet(page, () => card(page).getByRole('button', { name: 'Send' }).click(), 'Reject')
  await card(page).getByText('You declined the request. Try again?').waitFor()
  await answerWallet(page, () => card(page).getByRole('button', { name: 'Send' }).click(), 'Send')
  await card(page).getByText('Harbour Lights #501 has arrived.').waitFor()
  await card(page).getByRole('button', { name: 'Done' }).click()
  // It leaves the list by itself.
  await nft('Harbour Lights #2').waitFor()
  await nft('Harbour Lights #501').waitFor({ state: 'hidden' })
  await card(page).getByRole('tab', { name: 'Activity' }).click()
  const rows = card(page).getByRole('listitem').filter({ hasText: 'Harbour Lights #501' })
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((text) => text.split(/\s/)[0]))
    .toEqual(['Sent', 'Received'])
})
