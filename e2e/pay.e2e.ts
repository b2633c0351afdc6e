import { type PaymentRequest, writePaymentLink } from '@foyer/core'
import {
  devnetAccounts,
  devnetAddresses,
  foyerDevnet,
  foyerDevnetTwo,
  solanaAccounts,
  solanaDevnet,
  solanaTokens,
} from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import type { Page } from 'playwright'
import { createPublicClient, erc20Abi, http, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { connectPhone, press } from './phoneSteps.ts'
import { accountButton, answerWallet, card, connectNamespace, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { newUser, open, world } = testWorld()
const [alice, bob, carol] = devnetAccounts.map((one) => one.address) as `0x${string}`[] as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const shop = devnetAccounts.at(-1)!.address as `0x${string}`
const solanaShop = solanaAccounts.at(-1)!.address
const { usdc } = devnetAddresses

const chain = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
const coinsOf = (who: `0x${string}`) => chain().getBalance({ address: who })
const tokensOf = (who: `0x${string}`) =>
  chain().readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [who] })
const solanaRpc = () => createSolanaRpc(world().devnet.solana.url)
async function solanaTokensOf(who: string): Promise<bigint> {
  const mint = solanaTokens.find(({ symbol }) => symbol === 'USDC')!.address
  const { value } = await solanaRpc()
    .getTokenAccountsByOwner(
      address(who),
      { mint },
      { commitment: 'confirmed', encoding: 'jsonParsed' },
    )
    .send()
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}

async function openShop(family: 'EVM' | 'Solana'): Promise<Page> {
  const page = await open('/shop.html')
  await connectNamespace(page, family)
  return page
}
const buy = (page: Page, good: string) =>
  page.getByRole('button', { name: `Buy: ${good}`, exact: true }).click()
const payButton = (page: Page) => card(page).getByRole('button', { name: /^Pay / })
const says = (page: Page, text: string | RegExp) => card(page).getByText(text).waitFor()
const delivered = (page: Page) => page.getByText('Paid. Thank you, it is yours.').waitFor()

/** A request that no shop knows. */
const requestOf = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  id: crypto.randomUUID().replaceAll('-', ''),
  asset: `${foyerDevnet.caipId}/erc20:${usdc}`,
  amount: 1_250_000n,
  to: carol,
  expiresAt: Math.ceil(Date.now() / 1000) * 1000 + 600_000,
  ...more,
})
const linkOf = (request: PaymentRequest) =>
  writePaymentLink(request, `${world().site.url}/shop.html`)

test('[2.13] an installed wallet pays a shop in a token and in coins; the shop sees both on the chain', async () => {
  const page = await openShop('EVM')
  const [tokens, coins] = [await tokensOf(shop), await coinsOf(shop)]
  await buy(page, 'A cup of coffee')
  await says(page, shop)
  await says(page, 'A cup of coffee')
  await answerWallet(page, () => payButton(page).click(), 'Send')
  await says(page, /^Paid$/)
  await delivered(page)
  expect((await tokensOf(shop)) - tokens).toBe(3_000_000n)
  await card(page).getByRole('button', { name: 'Done' }).click()

  await buy(page, 'A sticker')
  await answerWallet(page, () => payButton(page).click(), 'Send')
  await says(page, /^Paid$/)
  await delivered(page)
  expect((await coinsOf(shop)) - coins).toBe(parseEther('0.001'))
})

test('[2.13] pays a shop on Solana in a token and in coins', async () => {
  const page = await openShop('Solana')
  const lamports = async () =>
    (await solanaRpc().getBalance(solanaShop, { commitment: 'confirmed' }).send()).value
  const [tokens, coins] = [await solanaTokensOf(solanaShop), await lamports()]
  await buy(page, 'A cup of coffee')
  await answerWallet(page, () => payButton(page).click(), 'Send')
  await says(page, /^Paid$/)
  await delivered(page)
  expect((await solanaTokensOf(solanaShop)) - tokens).toBe(3_000_000n)
  await card(page).getByRole('button', { name: 'Done' }).click()
  await buy(page, 'A sticker')
  await answerWallet(page, () => payButton(page).click(), 'Send')
  await says(page, /^Paid$/)
  await delivered(page)
  expect((await lamports()) - coins).toBe(1_000_000n)
})

test('[2.13] a WalletConnect wallet pays a shop', async () => {
  const page = await open('/shop.html')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { phone } = await connectPhone(page, world())
  const before = await tokensOf(shop)
  await buy(page, 'A cup of coffee')
  await payButton(page).click()
  await phone.getByText('3 USDC').first().waitFor()
  await press(phone, 'Send')
  await says(page, /^Paid$/)
  await delivered(page)
  expect((await tokensOf(shop)) - before).toBe(3_000_000n)
})

test('a link opens the request; without a wallet it leads to one, and back', async () => {
  const page = (await newUser()).open(linkOf(requestOf()))
  const visitor = await page
  const before = await tokensOf(carol)
  await says(visitor, 'Connect a wallet on Foyer Devnet to pay.')
  await card(visitor).getByRole('button', { name: 'Connect a wallet' }).click()
  await answerWallet(visitor, () => walletRow(visitor).click(), 'Connect')
  await answerWallet(visitor, () => payButton(visitor).click(), 'Send')
  await says(visitor, /^Paid$/)
  expect((await tokensOf(carol)) - before).toBe(1_250_000n)
})

test('each request that can not be paid says why, and the wallet is not asked', async () => {
  const user = await newUser()
  const page = await user.open(`${world().site.url}/shop.html`)
  await connectNamespace(page, 'EVM')
  const refusals: [Partial<PaymentRequest>, string | RegExp][] = [
    [{ expiresAt: 1_000_000 }, 'This request has expired. Ask for a new one.'],
    [{ to: alice }, 'This request asks to pay your own account.'],
    [{ amount: 10n ** 30n }, /^You have [\d,.]+ USDC\.$/],
    [{ to: '0x1234' }, 'This request is not valid: nobody can pay it.'],
    [{ asset: 'eip155:10/slip44:60' }, 'This site does not offer the network of this request.'],
    [
      { asset: `${foyerDevnet.caipId}/erc20:${bob}` },
      'This request is not valid: nobody can pay it.',
    ],
  ]
  for (const [more, text] of refusals) {
    const tab = await user.open(linkOf(requestOf(more)))
    await says(tab, text)
    expect(await payButton(tab).count()).toBe(0)
    await tab.close()
  }
  const broken = await user.open(`${linkOf(requestOf())}&amount=1`)
  await broken.getByText('This link has no payment request.').waitFor()
  expect(await card(broken).count()).toBe(0)
})

test('switches the wallet to the network of the request, and a declined payment can be paid', async () => {
  const user = await newUser()
  const page = await user.open(`${world().site.url}/shop.html`)
  await connectNamespace(page, 'EVM')
  const request = requestOf({ amount: 1_000n, asset: `${foyerDevnetTwo.caipId}/slip44:60` })
  const tab = await user.open(linkOf(request))
  await answerWallet(
    tab,
    () => card(tab).getByRole('button', { name: 'Switch to Foyer Devnet Two' }).click(),
    'Add',
  )
  await answerWallet(tab, () => payButton(tab).click(), 'Reject')
  await says(tab, 'You declined the payment.')
  await answerWallet(tab, () => payButton(tab).click(), 'Send')
  await says(tab, /^Paid$/)
})

test('two tabs pay a request once, and a reload shows it as paid', async () => {
  const user = await newUser()
  const page = await user.open(`${world().site.url}/shop.html`)
  await connectNamespace(page, 'EVM')
  const request = requestOf()
  const before = await tokensOf(carol)
  const [first, second] = [await user.open(linkOf(request)), await user.open(linkOf(request))]
  await payButton(second).waitFor()
  await first.bringToFront()
  const [window] = await Promise.all([first.waitForEvent('popup'), payButton(first).click()])
  await window.getByRole('button', { name: 'Send', exact: true }).waitFor()
  await second.bringToFront()
  await payButton(second).click()
  await says(second, 'Being paid in another tab')
  await window.getByRole('button', { name: 'Send', exact: true }).click()
  await says(first, /^Paid$/)
  await says(second, /^Paid$/)
  expect((await tokensOf(carol)) - before).toBe(1_250_000n)
  await first.reload()
  await says(first, /^Paid$/)
  // Another browser finds it on the chain.
  const other = await (await newUser()).open(linkOf(request))
  await says(other, /^Paid$/)
})

test('a request from Receive is paid by somebody else, and says so', async () => {
  const seller = await openShop('Solana')
  await accountButton(seller).first().click()
  await card(seller).getByRole('button', { name: 'Receive' }).click()
  await card(seller).getByRole('button', { name: 'Request a payment' }).click()
  await card(seller).getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await card(seller).getByRole('textbox', { name: 'Note' }).fill('Lunch')
  await seller.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(seller).getByRole('button', { name: 'Create request' }).click()
  await card(seller).getByRole('button', { name: 'Copy link' }).click()
  await card(seller).getByRole('button', { name: 'Link copied' }).waitFor()
  const link = await seller.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`asset=${encodeURIComponent(`${solanaDevnet.caipId}/slip44:501`)}`)
  // The same account may not pay itself.
  const own = await seller.context().newPage()
  await own.goto(link)
  await says(own, 'This request asks to pay your own account.')
})
