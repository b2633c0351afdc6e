import { devnetAccounts, devnetTokens, solanaAccounts, solanaTokens } from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import type { Page } from 'playwright'
import { createPublicClient, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { connectPhone, openSite, press } from './phoneSteps.ts'
import { fillSend, finishSend, openSend, sendButton } from './sendSteps.ts'
import { answerWallet, card, connectNamespace } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const bob = devnetAccounts[1]!.address as `0x${string}`
const alice = devnetAccounts[0]!.address
const solanaBob = solanaAccounts[1]!.address
const chain = () => createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
const tokensOf = (token: `0x${string}`) =>
  chain().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [bob] })
const lamportsOf = async (who: string) =>
  (await createSolanaRpc(world().devnet.solana.url).getBalance(address(who)).send()).value as bigint

async function connected(family: 'EVM' | 'Solana'): Promise<Page> {
  const page = await open('/?mode=dialog')
  await connectNamespace(page, family)
  return page
}
const approve = (page: Page) => answerWallet(page, () => sendButton(page).click(), 'Send')

test('[1.9, 3.14, 9.19] sends the coin and each token of an EVM network with an installed wallet', async () => {
  const page = await connected('EVM')
  const before = await chain().getBalance({ address: bob })
  await openSend(page)
  await fillSend(page, { amount: '0.123456789012345678', to: bob })
  await card(page).getByText(bob).waitFor()
  await approve(page)
  await finishSend(page)
  expect((await chain().getBalance({ address: bob })) - before).toBe(
    parseEther('0.123456789012345678'),
  )
  for (const { address: token, decimals, name } of devnetTokens.filter((one) => one.decimals > 0)) {
    const had = await tokensOf(token)
    await sendButton(page).click()
    await fillSend(page, { amount: '0.25', to: bob, token: name })
    await approve(page)
    await finishSend(page)
    expect((await tokensOf(token)) - had, name).toBe(parseUnits('0.25', decimals))
  }
  // A receiver of before is offered, and is no first-time one.
  await sendButton(page).click()
  await card(page).getByRole('listitem').filter({ hasText: '0x7099…79C8' }).click()
  const to = card(page).getByRole('textbox', { name: 'To' })
  await expect.poll(() => to.inputValue()).toBe(bob)
  expect(await card(page).getByText('You have not sent to this address before.').count()).toBe(0)
})

test('[1.9, 5.11, 9.21] sends SOL and each token of Solana with an installed wallet', async () => {
  const page = await connected('Solana')
  const before = await lamportsOf(solanaBob)
  await openSend(page)
  await fillSend(page, { amount: '0.123456789', to: solanaBob })
  await approve(page)
  await finishSend(page)
  expect((await lamportsOf(solanaBob)) - before).toBe(123_456_789n)
  const rpc = createSolanaRpc(world().devnet.solana.url)
  const unitsOf = async (mint: string) => {
    const { value } = await rpc
      .getTokenAccountsByOwner(
        address(solanaBob),
        { mint: address(mint) },
        { encoding: 'jsonParsed' },
      )
      .send()
    return value.reduce(
      (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
      0n,
    )
  }
  for (const { address: mint, decimals, name } of solanaTokens.filter((one) => one.decimals > 0)) {
    const had = await unitsOf(mint)
    await sendButton(page).click()
    await fillSend(page, { amount: '0.25', to: solanaBob, token: name })
    await approve(page)
    await finishSend(page)
    // This token keeps 1 % of each transfer.
    const kept = name === 'Devnet Transfer Fee' ? 100n : 0n
    const sent = parseUnits('0.25', decimals)
    expect((await unitsOf(mint)) - had, name).toBe(sent - (kept && sent / kept))
  }
})

test('[1.9] sends coins with a WalletConnect wallet', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  const before = await chain().getBalance({ address: bob })
  await openSend(site)
  await fillSend(site, { amount: '0.75', to: bob })
  await sendButton(site).click()
  await phone.getByText('0.75 ETH').waitFor()
  await press(phone, 'Send')
  await finishSend(site)
  expect((await chain().getBalance({ address: bob })) - before).toBe(parseEther('0.75'))
})

test('[5.9, 5.10, 8.10, 8.12] refuses what can not be sent; the wallet is not asked', async () => {
  const page = await connected('EVM')
  const says = (text: string | RegExp) => card(page).getByRole('alert').getByText(text).waitFor()
  await openSend(page)
  await card(page).getByRole('button', { name: 'Review' }).click()
  await says('An amount and receiver address are required')
  await fillSend(page, { amount: '0', to: bob })
  await says('An amount and receiver address are required')
  await fillSend(page, { amount: '1', to: '0x1234' })
  await says('Address is invalid')
  const mistyped = bob.replace('C', 'c')
  await fillSend(page, { amount: '1', to: mistyped })
  await says('Address is invalid')
  await fillSend(page, { amount: '1', to: solanaBob })
  await says('Address is invalid')
  await fillSend(page, { amount: '99999999', to: bob })
  await says(/^You have [\d,.]+ ETH\.$/)
  await fillSend(page, { amount: '0.0000000000000000001', to: bob })
  await says('ETH has at most 18 digits after the decimal point.')
  await fillSend(page, { amount: '1', to: alice })
  await card(page).getByText('This is your own address.').waitFor()
  expect(page.context().pages()).toHaveLength(1)
})

test('[3.14] a declined transfer can be sent again with the same values', async () => {
  const page = await connected('EVM')
  const before = await chain().getBalance({ address: bob })
  await openSend(page)
  await fillSend(page, { amount: '0.5', to: `eip155:31337:${bob}` })
  await answerWallet(page, () => sendButton(page).click(), 'Reject')
  await card(page).getByText('Transfer declined').waitFor()
  expect(await chain().getBalance({ address: bob })).toBe(before)
  await answerWallet(
    page,
    () => card(page).getByRole('button', { name: 'Try again' }).click(),
    'Send',
  )
  await finishSend(page)
  expect((await chain().getBalance({ address: bob })) - before).toBe(parseEther('0.5'))
})

test('[1.9] Receive shows the code and the address of the account on each namespace', async () => {
  const page = await connected('EVM')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('foyer-button').getByRole('button').first().click()
  await card(page).getByRole('button', { name: 'Receive' }).click()
  await card(page).getByRole('img', { name: 'Code with your address on Foyer Devnet' }).waitFor()
  await card(page).getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(alice)
})
