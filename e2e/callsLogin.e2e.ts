import { createPublicClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { approvalFrame, approveInline, logIn, newEmail, readAddress } from './loginSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import { evmOnly } from './testUser.ts'

const { newProfile, world } = testLoginWorld()

test('[6.2] the embedded wallet shows a batch as one decision, and sends its calls one by one', async () => {
  const { devnet, mail, urls } = world()
  const browser = await newProfile()
  const page = await browser.open(evmOnly(`${urls.own}/?mode=dialog`))
  await logIn(page, { email: newEmail('joan'), mail })
  const own = (await readAddress(page)) as `0x${string}`
  await devnet.chains[0]!.faucet.giveEther({ to: own, amount: parseEther('1') })
  const client = createPublicClient({ transport: http(devnet.chains[0]?.url) })

  const to = privateKeyToAddress(generatePrivateKey())
  const form = ask(page, 'Send several calls')
  await form.getByRole('combobox', { name: 'Calls' }).selectOption('3')
  await form.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await form.getByRole('textbox', { name: 'To' }).fill(to)
  await form.getByRole('button', { name: 'Send 3 calls' }).click()
  const card = approvalFrame(page)
  await card.getByRole('heading', { name: 'Approve 3 actions' }).waitFor()
  await card.getByText('They are sent one by one.').waitFor()
  // What leaves in total.
  await card.getByText(/−0\.03\sETH/).waitFor()
  await approveInline(page)
  await form.getByText('All 3 calls are done.').waitFor()
  expect(await client.getBalance({ address: to })).toBe(parseEther('0.03'))
  expect(await client.getTransactionCount({ address: own })).toBe(3)
})
