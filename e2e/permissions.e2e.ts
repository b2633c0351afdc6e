import { devnetAccounts } from '@foyer/devnet'
import { createPublicClient, http, parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  approvalFrame,
  approveInline,
  approveInWindow,
  logIn,
  newEmail,
  readAddress,
} from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { evmOnly } from './testUser.ts'

const { newProfile, world } = testLoginWorld()
const shop = devnetAccounts.at(-1)!.address

test('[6.2] [7.36] [T44] [T45] an agent spends within its budget and no more, until one button stops it', async () => {
  const { devnet, mail, urls } = world()
  const { faucet, url } = devnet.chains[0]!
  const chain = createPublicClient({ transport: http(url) })
  const browser = await newProfile()
  const page = await browser.open(evmOnly(`${urls.own}/agent.html?mode=dialog`))
  await logIn(page, { email: newEmail('joan'), mail })
  const own = (await readAddress(page)) as `0x${string}`
  await faucet.giveEther({ to: own, amount: parseEther('1') })
  const agent = (await page.locator('.agent-key code').innerText()) as `0x${string}`
  await faucet.giveEther({ to: agent, amount: parseEther('1') })
  const before = await chain.getBalance({ address: shop })

  await page.getByRole('button', { name: 'Allow 0.001 ETH an hour' }).click()
  await approveInWindow(page)
  await page.getByText('the budget of this hour is spent').waitFor()
  // Five payments, of which the wallet asked for none.
  expect((await chain.getBalance({ address: shop })) - before).toBe(parseEther('0.001'))
  await page.getByText('0.001 ETH paid').waitFor()

  await page.getByRole('button', { name: 'Stop the agent' }).click()
  await approvalFrame(page).getByRole('heading', { name: 'Stop a permission' }).waitFor()
  await approveInline(page)
  await page.getByText('It is final once the network has confirmed it').waitFor()
  await expect
    .poll(async () => {
      const again = page.getByRole('button', { name: 'Let it try again' })
      await again.click()
      // It is drawn again once the payment was refused.
      await again.waitFor()
      return page.getByText('you stopped the agent').isVisible()
    })
    .toBe(true)
  expect((await chain.getBalance({ address: shop })) - before).toBe(parseEther('0.001'))
})
