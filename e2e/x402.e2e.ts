import { devnetAccounts, devnetAddresses } from '@foyer/devnet'
import { createPublicClient, erc20Abi, type Hex, http } from 'viem'
import { expect, test } from 'vitest'
import { answerWallet, connectByHand, evmOnly } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const shop = devnetAccounts.at(-1)!.address

test('a page pays for an answer with the installed wallet, which spends no coins', async () => {
  const chain = createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
  const dollars = () =>
    chain.readContract({
      ...{ address: devnetAddresses.usdc, abi: erc20Abi },
      ...{ functionName: 'balanceOf', args: [shop] },
    })
  const page = await open(evmOnly('/shop.html'))
  await connectByHand(page)
  const before = await dollars()
  const button = page.getByRole('button', { name: 'Get the forecast' })

  // Declined: nothing is paid.
  await answerWallet(page, () => button.click(), 'Reject')
  await page.getByText(/^Not paid: /).waitFor()
  expect(await dollars()).toBe(before)

  await answerWallet(page, () => button.click(), 'Sign')
  await page.getByText('Sunny, with a light breeze.').waitFor()
  expect(await dollars()).toBe(before + 10_000n)
  const hash = (await page.locator('.shop-receipt code').textContent()) as Hex
  const { from, status } = await chain.getTransactionReceipt({ hash })
  expect(status).toBe('success')
  // The sponsor's account sent it.
  expect(devnetAccounts.map(({ address }) => address.toLowerCase())).not.toContain(from)
})
