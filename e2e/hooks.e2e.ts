import { devnetAccounts } from '@foyer/devnet'
import type { Locator, Page } from 'playwright'
import { createPublicClient, http, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { answerWallet } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const bob = devnetAccounts[1]!.address as `0x${string}`
const coinsOf = (address: `0x${string}`) =>
  createPublicClient({ transport: http(world().devnet.chains[0]?.url) }).getBalance({ address })

/** One action of the page. */
const box = (page: Page, title: string): Locator => page.getByRole('region', { name: title })
const button = (page: Page, title: string, name: string | RegExp) =>
  box(page, title).getByRole('button', { name })
const says = (page: Page, title: string, text: string | RegExp) =>
  box(page, title).getByRole('status').filter({ hasText: text }).waitFor()

test('[1.9] a site with its own screens connects, sends, pays, swaps, buys, signs and lists by hooks alone', async () => {
  const page = await open('/hooks.html')
  await answerWallet(
    page,
    () => button(page, 'Account', 'Foyer Dev Wallet (eip155)').click(),
    'Connect',
  )
  await box(page, 'Tokens').getByText('USDC').first().waitFor()

  const before = await coinsOf(bob)
  await box(page, 'Send').getByLabel('Amount to send').fill('0.25')
  await box(page, 'Send').getByLabel('Receiver').fill(bob)
  await answerWallet(page, () => button(page, 'Send', 'Send it').click(), 'Send')
  await says(page, 'Send', 'Transfer: success')
  expect((await coinsOf(bob)) - before).toBe(parseEther('0.25'))

  await box(page, 'Pay').getByLabel('Shop').fill(bob)
  await answerWallet(page, () => button(page, 'Pay', /^Pay 0.001/).click(), 'Send')
  await says(page, 'Pay', /Paid by 0x/)
  expect((await coinsOf(bob)) - before).toBe(parseEther('0.251'))

  await box(page, 'Swap').getByLabel('From').selectOption({ label: 'ETH' })
  await box(page, 'Swap').getByLabel('Into').selectOption({ label: 'USDC' })
  await box(page, 'Swap').getByLabel('Amount to swap').fill('0.1')
  await says(page, 'Swap', 'Swap: quoted')
  await answerWallet(page, () => button(page, 'Swap', 'Swap it').click(), 'Send')
  await says(page, 'Swap', 'Swap: done')

  await answerWallet(page, () => button(page, 'Sign', /^Sign/).click(), 'Sign')
  await says(page, 'Sign', /Signature: 0x/)

  await button(page, 'Buy', 'Buy for 50 USD').click()
  await box(page, 'Buy').getByRole('link', { name: 'Pay at devcard' }).waitFor()
  await box(page, 'NFTs').getByRole('listitem').first().waitFor()

  await expect
    .poll(async () => {
      await button(page, 'Activity', 'Read again').click()
      return box(page, 'Activity').getByRole('listitem').allTextContents()
    })
    .toEqual(expect.arrayContaining([expect.stringMatching(/^trade/), 'send 0.25 ETH']))
  // Not even the modal's code was needed.
  expect(await page.getByRole('dialog').count()).toBe(0)
  await button(page, 'Account', 'Disconnect').click()
  await button(page, 'Account', 'Foyer Dev Wallet (eip155)').waitFor()
})

test('a refusal of the wallet and a receiver that is none are told by their hooks', async () => {
  const page = await open('/hooks.html')
  await answerWallet(
    page,
    () => button(page, 'Account', 'Foyer Dev Wallet (eip155)').click(),
    'Connect',
  )
  await answerWallet(page, () => button(page, 'Sign', /^Sign/).click(), 'Reject')
  await box(page, 'Sign').getByRole('alert').waitFor()
  await box(page, 'Send').getByLabel('Receiver').fill('0x1234')
  await box(page, 'Send').getByRole('alert').waitFor()
  expect(await button(page, 'Send', 'Send it').isDisabled()).toBe(true)
})
