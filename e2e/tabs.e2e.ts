import { expect, test } from 'vitest'
import { launchProfile } from './launchProfile.ts'
import { testWorld } from './testWorld.ts'
import {
  accountButton,
  answerWallet,
  card,
  connectButton,
  connectByHand,
  connectFamily,
  controlWallet,
  evmOnly,
  walletRow,
} from './visitor.ts'

const { newVisitor, world } = testWorld()

test('two tabs: the second one is connected too, both follow, and a disconnect holds in both', async () => {
  const visitor = await newVisitor()
  const first = await visitor.open(evmOnly(`${world().site.url}/plain.html`))
  await connectByHand(first)
  const second = await visitor.open(evmOnly(`${world().site.url}/plain.html`))
  await second.getByText('alice.eth').waitFor()

  await accountButton(first).click()
  await card(first).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(first).waitFor()
  await connectButton(second).waitFor()
})

test('two tabs ask the same wallet: an approval in one connects both, also where the other was refused', async () => {
  const visitor = await newVisitor()
  const first = await visitor.open(evmOnly(`${world().site.url}/plain.html`))
  const second = await visitor.open(evmOnly(`${world().site.url}/plain.html`))
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
  // The screen of the refusal does not stay over an account that is connected.
  await card(second).waitFor({ state: 'hidden' })
})

test('two open tabs: what connects in one is connected in the other, in either chain family', async () => {
  const visitor = await newVisitor()
  const first = await visitor.open(`${world().site.url}/plain.html`)
  const second = await visitor.open(`${world().site.url}/plain.html`)
  await connectButton(second).waitFor()
  await connectFamily(first, 'EVM')
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
  // The first tab goes on looking at its own account, and has the other.
  await accountButton(first).click()
  await card(first)
    .getByRole('button', { name: /show your wallets/ })
    .click()
  await card(first).getByText('alice.eth').waitFor()
  await expect
    .poll(
      () =>
        card(first)
          .getByText(/^oeYf.*kq96/)
          .count(),
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
  await card(first).getByRole('button', { name: 'Disconnect all' }).click()
  await card(first).waitFor({ state: 'hidden' })
  await connectButton(first).waitFor()
  await connectButton(second).waitFor()
})

test('blocked storage: everything works until the reload', async () => {
  const visitor = await launchProfile({ blocksStorage: true })
  try {
    const page = await visitor.open(evmOnly(`${world().site.url}/plain.html`))
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
    expect(visitor.faults).toEqual([])
  } finally {
    await visitor.close()
  }
})
