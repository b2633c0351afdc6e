import { expect, test } from 'vitest'
import { launchProfile } from './launchProfile.ts'
import {
  accountButton,
  answerWallet,
  card,
  connectButton,
  connectByHand,
  connectNamespace,
  controlWallet,
  evmOnly,
  walletRow,
} from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { newUser, world } = testWorld()

test('a second tab is connected too, both follow the wallet, and a disconnect applies to both', async () => {
  const user = await newUser()
  const first = await user.open(evmOnly(`${world().site.url}/plain.html`))
  await connectByHand(first)
  const second = await user.open(evmOnly(`${world().site.url}/plain.html`))
  await second.getByText('alice.eth').waitFor()

  await accountButton(first).click()
  await card(first).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(first).waitFor()
  await connectButton(second).waitFor()
})

test('an approval in one of two tabs connects both, even if the other was rejected', async () => {
  const user = await newUser()
  const first = await user.open(evmOnly(`${world().site.url}/plain.html`))
  const second = await user.open(evmOnly(`${world().site.url}/plain.html`))
  await first.bringToFront()
  await connectButton(first).click()
  const [window] = await Promise.all([first.waitForEvent('popup'), walletRow(first).click()])
  await window.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  await second.bringToFront()
  await connectButton(second).click()
  await answerWallet(second, () => walletRow(second).click(), 'Reject')
  await card(second).getByText('You declined the request. Try again?').waitFor()
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await first.getByText('alice.eth').waitFor()
  await second.getByText('alice.eth').waitFor()
  // The error screen disappears once an account is connected.
  await card(second).waitFor({ state: 'hidden' })
})

test('an open tab follows a connection of another tab, in either namespace', async () => {
  const user = await newUser()
  const first = await user.open(`${world().site.url}/plain.html`)
  const second = await user.open(`${world().site.url}/plain.html`)
  await connectButton(second).waitFor()
  await connectNamespace(first, 'EVM')
  await second.getByText('alice.eth').waitFor()
  await accountButton(second).click()
  await card(second)
    .getByRole('button', { name: /show your wallets/ })
    .click()
  await card(second)
    .getByRole('button', { name: /^Solana/ })
    .click()
  await answerWallet(second, () => walletRow(second).click(), 'Connect')
  await card(second).waitFor({ state: 'hidden' })
  // The first tab keeps its active account, and also has the other.
  await accountButton(first).click()
  await card(first)
    .getByRole('button', { name: /show your wallets/ })
    .click()
  await card(first).getByText('alice.eth').waitFor()
  await expect
    .poll(() =>
      card(first)
        .getByText(/^oeYf.*kq96/)
        .count(),
    )
    .toBeGreaterThan(0)
  await card(first).getByRole('button', { name: 'Disconnect all' }).click()
  await card(first).waitFor({ state: 'hidden' })
  await connectButton(first).waitFor()
  await connectButton(second).waitFor()
})

test('with blocked storage everything works until a reload', async () => {
  const user = await launchProfile({ blocksStorage: true })
  try {
    const page = await user.open(evmOnly(`${world().site.url}/plain.html`))
    const blocked = await page.evaluate(() => {
      try {
        return window.localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(blocked).toBe('SecurityError')
    await connectByHand(page)
    await page.getByText('alice.eth').waitFor()
    expect(await controlWallet(page, 'eth_accounts')).toHaveLength(1)
    expect(user.faults).toEqual([])
  } finally {
    await user.close()
  }
})
