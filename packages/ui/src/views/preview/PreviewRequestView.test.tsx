import type { Preview } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { createModal } from '../../createModal.ts'
import { expectAccessible, inside, makeModal, record } from '../../makeModal.test.kit.ts'
import { open } from '../../testFoyer.test.kit.ts'
import { holdMs } from './HoldButton.tsx'
import { previewing, previews } from './testPreviews.test.kit.ts'

const heading = (name: string) => page.getByRole('heading', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => page.viewport(800, 900))

/** A page whose wallet is asked after `check`, with a modal. */
async function opened(check: Preview['check'], options: createModal.Options = {}) {
  const kit = await previewing(check)
  const modal = makeModal(kit.foyer, options)
  return { ...kit, modal }
}
const showing = (name: keyof typeof previews) => opened(async () => previews[name])
/** Outcome of a request: its answer, or its error's code. */
const outcome = (request: Promise<unknown>) =>
  request.then(
    (answer) => answer,
    ({ code }: FoyerError) => code,
  )
/** Presses the button with a key for a time, by the clock of its own transition. */
async function holdKey(name: string): Promise<void> {
  await expect.element(button(name)).toBeEnabled()
  button(name).element().focus()
  await userEvent.keyboard('{Enter>}')
  await expect.element(button('Let go')).toBeVisible()
  await userEvent.keyboard('{/Enter}')
}

test('shows what leaves, to whom, fee and wallet; Continue asks the wallet and closes', async () => {
  const { asked, modal, request } = await showing('first')
  const answer = outcome(request())
  await expect.element(heading('Check the request')).toBeVisible()
  await expect.element(heading('Send ETH')).toBeVisible()
  await expect.element(page.getByText('−1.25 ETH')).toBeVisible()
  await expect.element(page.getByText('never used')).toBeVisible()
  await expect.element(page.getByText('Network fee, about')).toBeVisible()
  await expect.element(page.getByText(/As seen when it was tried just now/)).toBeVisible()
  await expect.element(page.getByText('Example Wallet will ask you to confirm.')).toBeVisible()
  await expect.element(button('Continue')).toBeEnabled()
  await expectAccessible(modal)
  expect(asked).toEqual([])
  await button('Continue').click()
  expect(await answer).toBe('0xdone')
  expect(asked).toEqual(['send'])
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('loading: says so, and Cancel rejects at once', async () => {
  const check = open()
  const { asked, modal, request } = await opened(() => check.promise)
  const answer = outcome(request())
  await expect.element(page.getByText('Checking what this does…')).toBeVisible()
  await expect.element(button('Continue')).toBeDisabled()
  await expectAccessible(modal)
  await button('Cancel').click()
  expect(await answer).toBe('user-rejected')
  expect(asked).toEqual([])
})

test('high risk must be held, and a click does not continue', async () => {
  const { asked, modal, request } = await showing('approve')
  const answer = outcome(request())
  await expect.element(page.getByText('Unlimited USDC')).toBeVisible()
  await expect.element(page.getByText('contract', { exact: true })).toBeVisible()
  await expect.element(button('Hold to continue')).toBeEnabled()
  await button('Hold to continue').click()
  await button('Hold to continue').click()
  await expectAccessible(modal)
  expect(asked).toEqual([])
  await holdKey('Hold to continue')
  expect(await answer).toBe('0xdone')
})

test('a press repeated after a moment continues, for users who can not hold', async () => {
  const { request } = await showing('approve')
  const answer = outcome(request())
  await expect.element(button('Hold to continue')).toBeEnabled()
  const element = button('Hold to continue').element() as HTMLElement
  // As a screen reader does.
  element.click()
  await expect.element(button('Press again')).toBeVisible()
  element.click()
  await expect.element(button('Press again')).toBeVisible()
  const pressedAt = performance.now()
  await expect.poll(() => performance.now() - pressedAt).toBeGreaterThan(holdMs)
  element.click()
  expect(await answer).toBe('0xdone')
})

test('a drain is held back with its reason, until the user understands and holds', async () => {
  const { asked, modal, request } = await showing('drain')
  const answer = outcome(request())
  await expect.element(page.getByRole('alert').getByText('This looks like a drain')).toBeVisible()
  const reason = 'Several things leave your account, and nothing comes back.'
  await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(page.getByText(/It could not be tried beforehand/)).toBeVisible()
  await expect.element(button('Hold to continue')).toBeDisabled()
  await expectAccessible(modal)
  await page.getByText('I understand that I can lose what is shown here.').click()
  await expect.element(button('Hold to continue')).toBeEnabled()
  await expectAccessible(modal)
  expect(asked).toEqual([])
  await holdKey('Hold to continue')
  expect(await answer).toBe('0xdone')
})

test('error: what can not be described is held back too, and says why', async () => {
  const { modal, request } = await opened(() =>
    Promise.reject(new FoyerError('action-not-allowed')),
  )
  const answer = outcome(request('sign'))
  await expect.element(page.getByText('We can’t tell what this does')).toBeVisible()
  await expect.element(page.getByText('It lets foreign code act as your account.')).toBeVisible()
  await expect.element(button('Hold to continue')).toBeDisabled()
  await expectAccessible(modal)
  await page.getByText('I understand that I can lose everything in this account.').click()
  await holdKey('Hold to continue')
  expect(await answer).toBe('0xdone')
})

test('typed data shows its meaning and its fields, and that it can not be tried', async () => {
  const { modal, request } = await showing('permit')
  const answer = outcome(request('sign'))
  await expect.element(heading('Allow spending of USDC')).toBeVisible()
  await expect.element(page.getByText(/With this signature alone/)).toBeVisible()
  await expect.element(page.getByText(/A signature can’t be tried beforehand/)).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect.element(page.getByText(/^Data to sign/)).toBeVisible()
  await expectAccessible(modal)
  modal.close()
  expect(await answer).toBe('user-rejected')
})

test('a second request waits, and closing rejects all', async () => {
  const { modal, request } = await showing('transfer')
  const first = outcome(request())
  await expect.element(button('Continue')).toBeEnabled()
  const second = outcome(request('sign'))
  const third = outcome(request())
  await expect.element(page.getByText(/2 more after this one\./)).toBeVisible()
  // A quick second click on the same place does not continue the next request.
  const isHeld = record(modal, (root) => {
    const isNext = root.textContent?.includes('1 more after this one.') ?? false
    const last = [...root.querySelectorAll('.preview-buttons button')].at(-1)
    return isNext && last?.getAttribute('aria-disabled') === 'true'
  })
  await button('Continue').click()
  expect(await first).toBe('0xdone')
  await expect.element(page.getByText(/1 more after this one\./)).toBeVisible()
  await expect.poll(isHeld).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(await second).toBe('user-rejected')
  expect(await third).toBe('user-rejected')
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('in an open modal it is shown on top, and going back rejects', async () => {
  const { modal, request } = await showing('transfer')
  await modal.open('Account')
  await expect.element(heading('Account')).toBeVisible()
  const answer = outcome(request())
  await expect.element(heading('Send ETH')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await answer).toBe('user-rejected')
  await expect.element(heading('Account')).toBeVisible()
  const again = outcome(request())
  await expect.element(button('Continue')).toBeEnabled()
  await button('Continue').click()
  expect(await again).toBe('0xdone')
  await expect.element(heading('Account')).toBeVisible()
})

test('in an embedded card, the account returns after the answer', async () => {
  const { modal, request } = await opened(async () => previews.transfer, { embedded: true })
  document.body.append(modal.element)
  await expect.element(heading('Account')).toBeVisible()
  const answer = outcome(request())
  await button('Cancel').click()
  expect(await answer).toBe('user-rejected')
  await expect.element(heading('Account')).toBeVisible()
})

test('without a modal on the page, the wallet is asked', async () => {
  const { request } = await opened(async () => previews.transfer, { disableAppend: true })
  expect(await outcome(request())).toBe('0xdone')
})

test('long texts stay inside the card, in Arabic from right to left', async () => {
  await page.viewport(360, 640)
  const { modal, request } = await showing('long')
  await modal.setLocale('ar')
  const answer = outcome(request())
  await expect.element(page.getByText('يبدو هذا كسرقة للأموال')).toBeVisible()
  const card = inside<HTMLElement>(modal, '.card')
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  await expectAccessible(modal)
  await button('إلغاء').click()
  expect(await answer).toBe('user-rejected')
  await modal.setLocale('es')
  const again = outcome(request())
  await expect.element(page.getByText('Parece un robo de fondos')).toBeVisible()
  modal.close()
  expect(await again).toBe('user-rejected')
})
