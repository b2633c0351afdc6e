import { expect, test } from 'vitest'
import {
  accountButton,
  answerWallet,
  card,
  connectByHand,
  controlWallet,
  evmOnly,
} from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open } = testWorld()

async function openNetworks() {
  const page = await open(evmOnly('/plain.html'))
  await connectByHand(page)
  await accountButton(page).click()
  await card(page)
    .getByRole('button', { name: /Foyer Devnet$|network/i })
    .first()
    .click()
  const second = card(page).getByRole('button', { name: /Foyer Devnet Two/ })
  await second.waitFor()
  return { page, second }
}

test('[4.22, 7.40, 7.41] adds a network that the wallet does not know, and switches there and back', async () => {
  const { page, second } = await openNetworks()
  await answerWallet(page, () => second.click(), 'Add')
  await expect.poll(() => controlWallet(page, 'eth_chainId')).toBe('0x7a6a')
  await card(page).getByText('Foyer Devnet Two').first().waitFor()

  await page.keyboard.press('Escape')
  await accountButton(page).click()
  await card(page)
    .getByRole('button', { name: /Foyer Devnet Two|network/i })
    .first()
    .click()
  const first = card(page).getByRole('button', { name: /Foyer Devnet(?! Two)/ })
  await answerWallet(page, () => first.click(), 'Switch')
  await expect.poll(() => controlWallet(page, 'eth_chainId')).toBe('0x7a69')
})

test('a declined switch shows an error, keeps the network, and can be tried again', async () => {
  const { page, second } = await openNetworks()
  await answerWallet(page, () => second.click(), 'Reject')
  await card(page)
    .getByText(/declined/i)
    .first()
    .waitFor()
  expect(await controlWallet(page, 'eth_chainId')).toBe('0x7a69')
  await answerWallet(
    page,
    () => card(page).getByRole('button', { name: 'Try again' }).click(),
    'Add',
  )
  await expect.poll(() => controlWallet(page, 'eth_chainId')).toBe('0x7a6a')
})
