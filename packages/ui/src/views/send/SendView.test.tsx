import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, inside, makeModal } from '../../makeModal.test.kit.ts'
import { address } from '../../testFoyer.test.kit.ts'
import type { SendData } from './sendData.ts'
import {
  bob,
  decline,
  ether,
  fakeBob,
  sendingFoyer,
  tokenContract,
  usdc,
  vault,
} from './testSend.test.kit.ts'

async function openSend(
  kit: Parameters<typeof sendingFoyer>[0] = {},
  data?: SendData,
  options: Parameters<typeof makeModal>[1] = {},
) {
  const made = await sendingFoyer(kit)
  const modal = makeModal(made.foyer, options)
  await modal.open('Send', data)
  await expect.element(page.getByRole('button', { name: 'Review' })).toBeVisible()
  return { ...made, modal }
}
/** Nothing is wider than the card. */
function expectNoOverflow(modal: Parameters<typeof inside>[0]) {
  const scroll = inside<HTMLElement>(modal, '.scroll')
  expect(scroll.scrollWidth).toBe(scroll.clientWidth)
}
const amount = () => page.getByRole('textbox', { name: /^Amount in/ })
const to = () => page.getByRole('textbox', { name: 'To' })
const review = () => page.getByRole('button', { name: 'Review' })
const confirm = () => page.getByRole('button', { name: 'Send', exact: true })

test('[1.9] [3.14] sends what was typed, exactly, and says so', async () => {
  const { chain, modal } = await openSend()
  await expectAccessible(modal)
  await amount().fill('0.123456789012345678')
  await to().fill(bob)
  await expect.element(page.getByText(/^You have not sent/)).toBeVisible()
  expectNoOverflow(modal)
  await review().click()
  await expect.element(page.getByText('0.123456789012345678 ETH')).toBeVisible()
  expectNoOverflow(modal)
  await expect.element(page.getByText(bob)).toBeVisible()
  await expectAccessible(modal)
  await confirm().click()
  await expect.element(page.getByText('Transfer complete')).toBeVisible()
  expect(modal.element.shadowRoot?.activeElement).toBe(inside(modal, 'h1'))
  expect(chain.sent).toEqual([{ amount: 123456789012345678n, to: bob, token: undefined }])
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(modal.router.read().view).toBe('Account')
})

test('sends a token that was chosen from the list by a search', async () => {
  const { chain, modal } = await openSend()
  await page.getByRole('button', { name: /available/ }).click()
  await page.getByRole('searchbox').fill('usd')
  await expectAccessible(modal)
  await page.getByRole('button', { name: /USD Coin/ }).click()
  await amount().fill('12,5')
  await to().fill(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Transfer complete')).toBeVisible()
  expect(chain.sent).toEqual([{ amount: 12_500_000n, to: bob, token: tokenContract }])
})

test('a token’s symbol can not be read as part of its amount, from the list to the end', async () => {
  const { modal } = await openSend({
    wallet: { tokens: [ether, { ...usdc, name: 'Airdrop', symbol: '000 USDC' }] },
  })
  const text = () => inside(modal, '.scroll').textContent
  /** Shows the name, always quoted. */
  const expectQuoted = async (shown: string) => {
    await expect.poll(text).toContain(shown)
    expect(text()?.replaceAll('“\u2068000 USDC\u2069”', '')).not.toContain('000 USDC')
  }
  await page.getByRole('button', { name: /available/ }).click()
  await expectQuoted('250.5 “\u2068000 USDC\u2069”')
  await page.getByRole('button', { name: /Airdrop/ }).click()
  await expectQuoted('250.5 “\u2068000 USDC\u2069” available')
  await amount().fill('1000')
  await to().fill(bob)
  await expectQuoted('You have 250.5 “\u2068000 USDC\u2069”.')
  await amount().fill('1')
  await review().click()
  await expectQuoted('1 “\u2068000 USDC\u2069”')
  await confirm().click()
  await expectQuoted('1 “\u2068000 USDC\u2069” went to')
})

test('Max leaves the fee of the native coin, and all of a token', async () => {
  const { chain } = await openSend({ chain: { fee: 7n } })
  await page.getByRole('button', { name: /^Max/ }).click()
  await expect.element(amount()).toHaveValue('1.999999999999999986')
  await page.getByRole('button', { name: /available/ }).click()
  await page.getByRole('button', { name: /USD Coin/ }).click()
  await page.getByRole('button', { name: /^Max/ }).click()
  await expect.element(amount()).toHaveValue('250.5')
  expect(chain.sent).toEqual([])
})

test('switches to money and back without changing the exact amount', async () => {
  const { modal } = await openSend()
  await amount().fill('0.123456789012345678')
  await page.getByRole('button', { name: /Type the amount in USD/ }).click()
  await expect.element(amount()).toHaveValue('308.64')
  await page.getByRole('button', { name: /Type the amount in ETH/ }).click()
  await expect.element(amount()).toHaveValue('0.123456789012345678')
  await page.getByRole('button', { name: /Type the amount in USD/ }).click()
  await amount().fill('25')
  await expect.element(page.getByText('0.01 ETH')).toBeInTheDocument()
  await expectAccessible(modal)
})

test('[5.10] [8.12] error: An amount and receiver address are required', async () => {
  const { chain, modal } = await openSend()
  await review().click()
  await expect
    .element(page.getByRole('alert').getByText('An amount and receiver address are required'))
    .toBeVisible()
  await amount().fill('1')
  await review().click()
  await expect
    .element(page.getByRole('alert').getByText('An amount and receiver address are required'))
    .toBeVisible()
  expect(modal.router.read().view).toBe('Send')
  expect(chain.sent).toEqual([])
})

test('[5.10] [8.12] error: A token is required, if the account has not the one that the site asks for', async () => {
  await openSend({}, { token: vault, amount: 5n, to: bob })
  await review().click()
  await expect.element(page.getByRole('alert').getByText('A token is required')).toBeVisible()
})

test('[5.9] [8.10] error: Address is invalid', async () => {
  await openSend()
  await to().fill('0x1234')
  await expect.element(page.getByRole('alert').getByText('Address is invalid')).toBeVisible()
  await to().fill(`eip155:137:${bob}`)
  await expect
    .element(page.getByText('This address is on another network than Ethereum.'))
    .toBeVisible()
  await to().fill(`eip155:1:${bob}`)
  await expect.element(page.getByText(/^You have not sent/)).toBeVisible()
})

test('an edit while Review waits for the fee ends the wait, so that nothing opens by itself', async () => {
  const estimates: (() => void)[] = []
  const estimate = () => new Promise<void>((resolve) => estimates.push(resolve))
  const { chain, modal } = await openSend({ chain: { estimate } })
  await amount().fill('1')
  await to().fill(bob)
  await review().click()
  await expect.element(review()).toHaveAttribute('aria-busy', 'true')
  await amount().fill('0.5')
  await expect.element(review()).toHaveAttribute('aria-busy', 'false')
  chain.estimate = async () => {}
  for (const finish of estimates) finish()
  await expect.element(page.getByText(/Network fee/)).toBeVisible()
  await to().fill(vault)
  await expect.element(page.getByText(/^You have not sent/)).toBeVisible()
  expect(modal.router.read().view).toBe('Send')
  await review().click()
  await expect.poll(() => modal.router.read().view).toBe('SendReview')
})

test.each([
  ['3', 'You have 2 ETH.'],
  ['x', 'Enter the amount as a number.'],
  ['0.0000000000000000001', 'ETH has at most 18 digits after the decimal point.'],
])('error: an amount of %s', async (text, words) => {
  await openSend()
  await amount().fill(text)
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible()
})

test('warns of a look-alike of a known address, and asks to compare it', async () => {
  const { chain, modal } = await openSend()
  await amount().fill('0.1')
  await to().fill(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Transfer complete')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByRole('listitem').getByText('0x7099…79C8').first()).toBeVisible()
  await amount().fill('0.1')
  await to().fill(fakeBob)
  await expect.element(page.getByText('Not the address you know')).toBeVisible()
  await expectAccessible(modal)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Confirm this first.')).toBeVisible()
  expect(chain.sent).toHaveLength(1)
  // Colors alone would not tell in forced colors.
  const tick = () => getComputedStyle(inside(modal, '.checkbox-box svg')).visibility
  expect(tick()).toBe('hidden')
  await page.getByRole('checkbox').click()
  await expect.poll(tick).toBe('visible')
  await confirm().click()
  await expect.element(page.getByText('Transfer complete')).toBeVisible()
  expect(chain.sent[1]).toMatchObject({ to: fakeBob })
})

test.each([
  [address, 'This is your own address.'],
  [tokenContract, 'This is the address of a token.'],
  [vault, 'This is the address of a contract'],
])('warns of the receiver %s', async (receiver, words) => {
  await openSend()
  await to().fill(receiver)
  await expect.element(page.getByText(new RegExp(`^${words}`))).toBeVisible()
})

test('declined: nothing is sent, and it can be tried again', async () => {
  const { chain } = await openSend({ chain: { send: decline } })
  await amount().fill('1')
  await to().fill(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Transfer declined')).toBeVisible()
  chain.send = async () => `0x${'2'.repeat(64)}`
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Transfer complete')).toBeVisible()
})

test('unclear: nothing says that it was not sent', async () => {
  const send = () => Promise.reject(new FoyerError('request-timed-out'))
  await openSend({ chain: { send } })
  await amount().fill('1')
  await to().fill(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Not confirmed yet')).toBeVisible()
  const text = 'Example Wallet gave no clear answer. Check it before you try again.'
  await expect.element(page.getByText(text)).toBeVisible()
})

test('in Spanish the review writes the amount as the form of the language reads it', async () => {
  const { foyer } = await sendingFoyer()
  const modal = makeModal(foyer, { locale: 'es' })
  await modal.open('Send', { amount: 1_234_000_000_000_000_000n, to: bob })
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect.element(page.getByText('1,234 ETH', { exact: true })).toBeVisible()
})

test('failed: the network did not carry it out', async () => {
  await openSend({ chain: { receipt: async () => 'reverted' } })
  await amount().fill('1')
  await to().fill(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Transfer failed')).toBeVisible()
})

test('replaced: another transaction took its place', async () => {
  await openSend({
    chain: { receipt: () => Promise.reject(new FoyerError('transaction-rejected')) },
  })
  await amount().fill('1')
  await to().fill(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Transfer replaced')).toBeVisible()
})

test('a site opens it with values filled in, before the tokens are loaded', async () => {
  const { chain } = await openSend({}, { amount: 1_500_000n, to: bob, token: tokenContract })
  await expect.element(amount()).toHaveValue('1.5')
  await expect.element(to()).toHaveValue(bob)
  await review().click()
  await confirm().click()
  await expect.element(page.getByText('Transfer complete')).toBeVisible()
  expect(chain.sent).toEqual([{ amount: 1_500_000n, to: bob, token: tokenContract }])
})

test('[5.11] [9.21] a namespace that can not send has no button, and no form', async () => {
  const { foyer } = await sendingFoyer()
  Object.assign(foyer.adapters.eip155 ?? {}, { send: undefined })
  const modal = makeModal(foyer)
  await modal.open('Account')
  await expect.element(page.getByRole('button', { name: 'Receive' })).toBeVisible()
  expect(inside(modal, '.account-buttons').textContent).toBe('Receive')
  await modal.open('Send')
  await expect.element(page.getByText('Unsupported network')).toBeVisible()
})

test('is in Arabic, from right to left', async () => {
  const { foyer } = await sendingFoyer()
  const modal = makeModal(foyer, { locale: 'ar' })
  await modal.open('Send')
  await expect.element(page.getByRole('button', { name: 'مراجعة' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expectAccessible(modal)
})
