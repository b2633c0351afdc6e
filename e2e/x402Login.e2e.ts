import { devnetAccounts, devnetAddresses } from '@foyer/devnet'
import { createPublicClient, erc20Abi, http } from 'viem'
import { expect, test } from 'vitest'
import { approvalFrame, approveInline, logIn, newEmail, readAddress } from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { evmOnly } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const shop = devnetAccounts.at(-1)!.address

test('a page pays for an answer with the embedded wallet, which has no coins', async () => {
  const { devnet, mail, urls } = world()
  const { faucet, url } = devnet.chains[0]!
  const chain = createPublicClient({ transport: http(url) })
  const dollarsOf = (who: `0x${string}`) =>
    chain.readContract({
      ...{ address: devnetAddresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [who] },
    })
  const browser = await newProfile()
  const page = await browser.open(evmOnly(`${urls.own}/?mode=dialog`))
  await logIn(page, { email: newEmail('joan'), mail })
  const own = (await readAddress(page)) as `0x${string}`
  await faucet.giveToken({ to: own, token: devnetAddresses.usdc, amount: 50_000n })
  const before = await dollarsOf(shop)

  await page.goto(evmOnly(`${urls.own}/shop.html`))
  const button = page.getByRole('button', { name: 'Get the forecast' })
  await page.locator('foyer-button').getByRole('button').first().waitFor()
  await expect
    .poll(async () => {
      if (await approvalFrame(page).getByText('ERC-3009').isVisible()) return true
      // Disabled while it pays.
      await button.click({ timeout: 1_000 }).catch(() => {})
      return false
    })
    .toBe(true)
  await approveInline(page)
  await page.getByText('Sunny, with a light breeze.').waitFor()
  expect(await dollarsOf(shop)).toBe(before + 10_000n)
  expect(await dollarsOf(own)).toBe(40_000n)
  expect(await chain.getBalance({ address: own })).toBe(0n)
})
