import { hostileKinds } from '@foyer/devnet'
import { expect, test } from 'vitest'
import { answerWallet, card, connectButton, evmOnly, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { openBeside } = testWorld()
const plain = evmOnly('/plain.html')

test.each(hostileKinds)(
  'next to a %s wallet the normal one is listed and connects',
  async (kind) => {
    const page = await openBeside(kind, plain)
    await connectButton(page).click()
    await walletRow(page).waitFor()
    // A script that ran would have changed the title or opened a dialog, which fails the test.
    expect(await page.evaluate(() => (window as unknown as { pwned?: unknown }).pwned)).toBe(
      undefined,
    )
    await answerWallet(page, () => walletRow(page).click(), 'Connect')
    await page.getByText('alice.eth').waitFor()
  },
)

test.each([
  ['throws', /could not connect|failed/i],
  ['silent-reject', /could not connect|failed|declined/i],
])('a %s wallet shows an error, and another can be picked', async (kind, words) => {
  const page = await openBeside(kind, plain)
  await connectButton(page).click()
  await walletRow(page).waitFor()
  await walletRow(page, 'Hostile').click()
  await card(page).getByText(words).first().waitFor()
  await card(page).getByRole('button', { name: 'Back' }).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await page.getByText('alice.eth').waitFor()
})

test('[2.10] a wallet that lies about its network is on an unsupported one, and can be disconnected', async () => {
  const page = await openBeside('liar', plain)
  await connectButton(page).click()
  await walletRow(page).waitFor()
  await walletRow(page, 'Hostile').click()
  await card(page)
    .getByText(/is on network 1/)
    .waitFor()
  await card(page).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await page.getByText('alice.eth').waitFor()
})

test('waits for a wallet that never answers, and lets the user pick another', async () => {
  const page = await openBeside('never', plain)
  await connectButton(page).click()
  await walletRow(page).waitFor()
  await walletRow(page, 'Hostile').click()
  await card(page)
    .getByText(/approve the connection/)
    .waitFor()
  await card(page).getByRole('button', { name: 'Back' }).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await page.getByText('alice.eth').waitFor()
})
