import {
  cardKeys,
  devnetAccounts,
  foyerDevnet,
  signatureHeader,
  signWebhook,
  solanaAccounts,
  testCards,
} from '@foyer/devnet'
import type { Page } from 'playwright'
import { createPublicClient, http, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { accountButton, card, connectNamespace } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const [alice] = devnetAccounts.map(({ address }) => address) as [`0x${string}`]

/** Opens Buy for a connected account. */
async function openBuy(family: 'EVM' | 'Solana'): Promise<Page> {
  const page = await open('/?mode=dialog')
  await connectNamespace(page, family)
  await accountButton(page).first().click()
  await card(page).getByRole('button', { name: 'Buy' }).click()
  return page
}

/** Leaves for the card page, once it has a price. */
async function goToCard(page: Page): Promise<Page> {
  const go = card(page).getByRole('button', { name: 'Continue to Test card' })
  await expect.poll(() => go.isEnabled()).toBe(true)
  const [window] = await Promise.all([page.waitForEvent('popup'), go.click()])
  await window.getByRole('heading', { name: 'Pay by test card' }).waitFor()
  return window
}

async function pay(window: Page, number: string): Promise<void> {
  await window.getByLabel('Card number').fill(number)
  await window.getByLabel('Expires').fill('12/40')
  await window.getByLabel('Security code').fill('123')
  await window.getByRole('button', { name: /^Pay/ }).click()
}
const said = (page: Page, text: string) => card(page).getByText(text).waitFor()

const evmChain = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
async function lamportsOf(address: string): Promise<bigint> {
  const response = await fetch(world().devnet.solana.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'getBalance' },
      params: [address, { commitment: 'confirmed' }],
    }),
  })
  const { result } = (await response.json()) as { result: { value: number } }
  return BigInt(result.value)
}

test('[1.9] [6.5] [9.21] buys ether with the test card, and the coins arrive at the shown address', async () => {
  const page = await openBuy('EVM')
  await card(page).getByText(alice, { exact: true }).waitFor()
  const before = await evmChain().getBalance({ address: alice })
  const window = await goToCard(page)
  // The seller's page names the same address, and has no way back to the site's window.
  await window.getByText(alice, { exact: true }).waitFor()
  expect(await window.evaluate(() => window.opener)).toBe(null)
  await said(page, 'Finish in the other window')
  await pay(window, testCards.accepted)
  await window.getByRole('heading', { name: 'Paid' }).waitFor()
  await said(page, 'Your coins have arrived')
  // 50.00 less 1.5 % and 0.05, at 3,000 for one.
  const bought = (await evmChain().getBalance({ address: alice })) - before
  expect(bought).toBe(parseEther('49.2') / 3000n)
})

test('[1.9] [9.21] buys SOL with the test card', async () => {
  const { address } = solanaAccounts[0]!
  const page = await openBuy('Solana')
  await card(page).getByText(address, { exact: true }).waitFor()
  const before = await lamportsOf(address)
  const window = await goToCard(page)
  await pay(window, testCards.accepted)
  await said(page, 'Your coins have arrived')
  expect((await lamportsOf(address)) - before).toBe(49_200_000_000n / 150n)
})

test('a refused card can be replaced by another one; after three the purchase has failed', async () => {
  const page = await openBuy('EVM')
  const window = await goToCard(page)
  await pay(window, '4242 4242 4242 4241')
  await window.getByText('This is not a card number.').waitFor()
  await pay(window, '5555555555554444')
  await window.getByText('Only test cards pay here.').waitFor()
  const refused = [
    [testCards.declined, 'was declined'],
    [testCards.empty, 'not enough money'],
  ] as const
  for (const [number, text] of refused) {
    await pay(window, number)
    await window.getByRole('alert').getByText(text).waitFor()
  }
  await pay(window, testCards.declined)
  await said(page, 'Not bought')
  await card(page).getByRole('button', { name: 'Start again' }).click()
  await card(page).getByLabel('You pay').waitFor()
})

test('a closed window asks if the user paid, and the wait goes on', async () => {
  const page = await openBuy('EVM')
  const window = await goToCard(page)
  await window.close()
  await said(page, 'Did you pay?')
  // The same browser may open the page again.
  const again = page.waitForEvent('popup')
  await card(page).getByRole('link', { name: 'Open Test card' }).click()
  const second = await again
  await pay(second, testCards.accepted)
  await said(page, 'Your coins have arrived')
})

test('a blocked window leaves a link to the page', async () => {
  const page = await openBuy('EVM')
  await page.evaluate(() => {
    window.open = () => null
  })
  const go = card(page).getByRole('button', { name: 'Continue to Test card' })
  await expect.poll(() => go.isEnabled()).toBe(true)
  await go.click()
  await said(page, 'The browser let no window open.')
  const link = card(page).getByRole('link', { name: 'Open Test card' })
  expect(new URL((await link.getAttribute('href')) ?? '').origin).toBe(world().card.url)
  expect(await link.getAttribute('rel')).toContain('noopener')
})

/** The id of the purchase that the page waits for. */
async function readId(page: Page): Promise<string> {
  const asked = await page.waitForRequest(/\/v1\/onramp\/session\/[\w-]+\?/)
  return new URL(asked.url()).pathname.split('/').at(-1) ?? ''
}

test('a purchase that was not paid in time is shown as expired', async () => {
  const page = await openBuy('EVM')
  await goToCard(page)
  const local = world().card.url.replace('card.localhost', '127.0.0.1')
  const expired = await fetch(`${local}/api/sessions/${await readId(page)}/expire`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${cardKeys.apiKey}` },
  })
  expect(expired.status).toBe(200)
  await said(page, 'This purchase has expired')
})

test('a forged webhook changes nothing', async () => {
  const page = await openBuy('EVM')
  await goToCard(page)
  const id = await readId(page)
  const body = JSON.stringify({
    ...{ id: 'forged', reference: id, status: 'arrived', address: alice },
    chainId: foyerDevnet.caipId,
  })
  const now = Math.floor(Date.now() / 1000)
  const send = (signature: string) =>
    fetch(`${world().api.url}/v1/onramp/webhook/devcard`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', [signatureHeader]: signature },
    })
  for (const signature of [
    '',
    `t=${now},v1=${'0'.repeat(64)}`,
    signWebhook(body, now, 'another secret'),
    signWebhook(body, now - 3600),
    signWebhook(`${body} `, now),
  ])
    expect((await send(signature)).status).toBe(401)
  // Two more reads of the state.
  await page.waitForResponse(/\/v1\/onramp\/session\//)
  await page.waitForResponse(/\/v1\/onramp\/session\//)
  await said(page, 'Finish in the other window')
})
