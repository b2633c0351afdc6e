import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Modal } from '../../createModal.ts'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  plainFoyer,
} from '../../makeModal.test.kit.ts'
import { type TestLogin, testLogin } from '../../testLogin.test.kit.ts'

const field = () => page.getByRole('textbox', { name: 'Email address' })
const code = () => page.getByRole('textbox', { name: 'Code of six digits' })
const heading = (name: string) => page.getByRole('heading', { name })

beforeEach(() => page.viewport(800, 800))

async function opened(
  set: (login: TestLogin) => void = () => {},
  options: Parameters<typeof plainFoyer>[0] = {},
) {
  const login = testLogin()
  set(login)
  const foyer = plainFoyer({
    ...options,
    connectors: [login.connector, ...(options?.connectors ?? [])],
  })
  const modal = makeModal(foyer)
  await modal.open()
  return { foyer, login, modal }
}
async function type(email = 'ada@example.com') {
  await field().fill(email)
  await userEvent.keyboard('{Enter}')
}
/** Inside of a shadow root. */
const expectCodeFocus = (modal: Modal) =>
  expect.poll(() => modal.element.shadowRoot?.activeElement?.className).toBe('otp-input')
const stateOf = ({ foyer }: Pick<Awaited<ReturnType<typeof opened>>, 'foyer'>) =>
  foyer.store.get().connections.eip155?.status

test('[4.5] [5.1] [5.2] an address, the link, the code: and the account', async () => {
  const all = await opened()
  const { login, modal } = all
  await expect.element(field()).toBeVisible()
  await expect.element(field()).toHaveAttribute('autocomplete', 'email')
  await expectAccessible(modal)

  await type('not an address')
  await expectAlert('Enter a whole email address, like name@example.com.')
  await expectAccessible(modal)
  expect(login.asked).toEqual([])

  await type(' Ada@Example.com ')
  await expect.element(heading('Check your email')).toBeVisible()
  expect(login.asked[0]).toBe('connectEmail Ada@Example.com')
  await expect.element(page.getByText('Ada@Example.com')).toBeVisible()
  await expect.element(page.getByText('583142')).toBeVisible()
  await expect
    .element(page.getByText('Another browser asks for its last two digits.'))
    .toBeVisible()
  await expectAccessible(modal)

  await expect.poll(login.link.waits).toBe(true)
  login.link.approve()
  await expectCodeFocus(modal)
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(code()).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(modal)

  await userEvent.keyboard('654321')
  await expectAlert('This code is wrong or no longer valid.')
  await expect.element(code()).toHaveValue('')
  await expectCodeFocus(modal)
  expect(inside(modal, '.otp-cells').getAnimations().length).toBe(1)
  await expectAccessible(modal)

  login.code = '012345'
  await userEvent.keyboard('012345')
  await expect.element(heading('Account')).toBeVisible()
  expect(login.asked).toContain('connectOtp 012345')
  expect(login.asked.at(-1)).toBe('connect eip155')
  expect(stateOf(all)).toBe('connected')
  await expect.poll(() => modal.store.get().open).toBe(true)
})

test('[4.5] CONNECT goes straight on', async () => {
  const all = await opened((login) => {
    login.isIn = true
    login.answers.connectEmail = async () => ({ action: 'CONNECT' })
  })
  await type()
  await expect.element(heading('Account')).toBeVisible()
  expect(stateOf(all)).toBe('connected')
})

test('[4.5] VERIFY_OTP asks for the code alone; a pasted one is taken, in any numerals', async () => {
  const all = await opened((login) => {
    login.answers.connectEmail = async () => ({ action: 'VERIFY_OTP' })
  })
  await type()
  await expectCodeFocus(all.modal)
  const data = new DataTransfer()
  data.setData('text', '١٢٣ ٤٥٦')
  inside(all.modal, '.otp-input').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  )
  await expect.element(heading('Account')).toBeVisible()
  expect(all.login.asked).toContain('connectOtp 123456')
})

test('arrow keys go from digit to digit, and a digit takes the place of one', async () => {
  const all = await opened((login) => {
    login.answers.connectEmail = async () => ({ action: 'VERIFY_OTP' })
  })
  await type()
  await expectCodeFocus(all.modal)
  await userEvent.keyboard('12945')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect
    .poll(() => inside(all.modal, '.otp-cells > [data-current="true"]').textContent)
    .toBe('9')
  await userEvent.keyboard('3')
  await expect.element(code()).toHaveValue('12345')
  await userEvent.keyboard('{End}6')
  await expect.poll(() => all.login.asked).toContain('connectOtp 123456')
})
