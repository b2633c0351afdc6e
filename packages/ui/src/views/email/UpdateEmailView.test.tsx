import { connect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAlert, makeModal } from '../../makeModal.test.kit.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'
import { type TestLogin, testLogin } from '../../testLogin.test.kit.ts'

const heading = (name: string) => page.getByRole('heading', { name })
const field = () => page.getByRole('textbox', { name: 'New email address' })
const code = () => page.getByRole('textbox', { name: 'Code of six digits' })
const next = () => page.getByRole('button', { name: 'Continue' })

beforeEach(() => page.viewport(800, 900))

/** The account of a login, with its email as `followLogin` of the core writes it. */
async function account(set: (login: TestLogin) => void = () => {}) {
  const login = testLogin()
  login.isIn = true
  set(login)
  const { foyer } = await testFoyer({
    connected: false,
    options: { connectors: [login.connector] },
  })
  await connect(foyer, { connector: login.connector })
  const known = foyer.store.get().details.eip155
  if (!known) throw new Error('nothing is known of the account')
  foyer.store.set((state) => ({
    ...state,
    details: { eip155: { ...known, user: { email: login.email, logins: login.logins } } },
  }))
  const modal = makeModal(foyer)
  await modal.open()
  return { foyer, login, modal }
}

test("[4.6] [5.1] a new address: the old one's code, the new one's code, the link to the old one", async () => {
  const { login, modal } = await account()
  await expect.element(page.getByRole('region', { name: 'Your account' })).toBeVisible()
  await expectAccessible(modal)
  await expect.element(page.getByText('ada@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect.element(heading('Change email')).toBeVisible()
  await expect.element(page.getByText(/You log in with/)).toBeVisible()
  await expectAccessible(modal)

  await next().click()
  await expectAlert(/Enter a whole email address/)
  await field().fill('ADA@example.com')
  await next().click()
  await expectAlert('This is your address already.')
  await expectAccessible(modal)
  expect(login.asked.filter((one) => one.startsWith('updateEmail'))).toEqual([])

  await field().fill('new@example.com')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('First, enter the code we sent to your current address'))
    .toBeVisible()
  await expect.element(page.getByText('ada@example.com')).toBeVisible()
  await expectAccessible(modal)
  await code().fill('000000')
  await expectAlert('This code is wrong or no longer valid.')
  await code().fill('123456')

  await expect
    .element(page.getByText('Now enter the code we sent to your new address'))
    .toBeVisible()
  await expect.element(page.getByText('new@example.com')).toBeVisible()
  await expect.element(code()).toHaveValue('')
  await code().fill('123456')

  await expect.element(page.getByText('Your email was changed')).toBeVisible()
  await expect.element(page.getByText(/One step is left/)).toBeVisible()
  await expect.element(page.getByText('204866')).toBeVisible()
  await expectAccessible(modal)
  expect(login.asked.filter((one) => one.startsWith('updateEmail'))).toEqual([
    'updateEmail new@example.com',
    'updateEmailPrimaryOtp 000000',
    'updateEmailPrimaryOtp 123456',
    'updateEmailSecondaryOtp 123456',
  ])
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(heading('Account')).toBeVisible()
})

test('[4.6] [T73] an account without a login by email adds one at Security, not by the word of the site', async () => {
  const { login, modal } = await account((test) => {
    test.email = 'ada@gmail.example'
    test.logins = ['google']
  })
  modal.router.push('UpdateEmail')
  const link = page.getByRole('link', { name: 'Security' })
  await expect.element(link).toHaveAttribute('href', 'https://id.example/security')
  await expect.element(page.getByText('Add an email')).toBeVisible()
  await expect.element(field()).not.toBeInTheDocument()
  await expectAccessible(modal)
  expect(login.asked.filter((one) => one.startsWith('updateEmail'))).toEqual([])
})

test('[4.6] leads to Security when the account has lost its login by email meanwhile', async () => {
  const { modal } = await account((test) => {
    test.answers.updateEmail = () => Promise.reject(new FoyerError('action-not-allowed'))
  })
  await page.getByRole('button', { name: 'Change email' }).click()
  await field().fill('new@example.com')
  await next().click()
  const link = page.getByRole('link', { name: 'Security' })
  await expect.element(link).toHaveAttribute('href', 'https://id.example/security')
  await expectAccessible(modal)
})

test('error: an old session explains what to do', async () => {
  const { modal } = await account((test) => {
    test.answers.updateEmail = () => Promise.reject(new FoyerError('unauthorized'))
  })
  await page.getByRole('button', { name: 'Change email' }).click()
  await field().fill('new@example.com')
  await next().click()
  await expectAlert(/Your login is too old for this/)
  await expectAccessible(modal)
})

test('the account of a login links to its security page', async () => {
  await account()
  const link = page.getByRole('link', { name: 'Security' })
  await expect.element(link).toHaveAttribute('href', 'https://id.example/security')
  await expect.element(link).toHaveAttribute('target', '_blank')
  expect(page.getByRole('radio').elements()).toEqual([])
})

test('the account of a login names its ways to log in; an account without an email adds one at Security', async () => {
  const { modal } = await account((test) => {
    test.logins = ['google', 'github']
  })
  await expect.element(page.getByText('You log in with Google and GitHub.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Add an email' })
  await expect.element(link).toHaveAttribute('href', 'https://id.example/security')
  await expectAccessible(modal)
})

test('[T123] a wallet that passkeys alone hold offers no email', async () => {
  await account((test) => {
    test.logins = ['passkey']
  })
  await expect.element(page.getByText('You log in with a passkey.')).toBeVisible()
  await expect.element(page.getByText('Add an email')).not.toBeInTheDocument()
  await expect.element(page.getByText('Change email')).not.toBeInTheDocument()
})
