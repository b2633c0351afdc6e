import { FoyerError } from '@foyer/protocol'
import { passkeyOptions, recoveryContactAdd } from '@foyer/protocol/custody'
import {
  confirmDevice,
  freezeAccount,
  loginEmail,
  loginSocialEnd,
  moveRecoveryContact,
  proveLoginByLink,
  readAccountFacts,
  readRecoveryContact,
  removeLogin,
  stepUp,
  unfreezeAccount,
} from '@foyer/protocol/login'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ExportPage } from '../export/ExportPage.tsx'
import { SecurityPage } from '../security/SecurityPage.tsx'
import { encodeRecoveryCode } from '../worker/wallet/recoveryCode.ts'
import {
  button,
  expectAccessible,
  heading,
  press,
  show,
  shows,
  space,
} from './accountScreens.test.kit.tsx'
import { type FakeSession, fakeSession, loginAt } from './fakeSession.test.kit.ts'

const showSecurity = (session: FakeSession) => show(session, 'Security', <SecurityPage />)
const showExport = (session: FakeSession) => show(session, 'Export your wallet', <ExportPage />)

test('shows why loading failed, retries, and returns to the login when the session has ended', async () => {
  await page.viewport(390, 780)
  const session = fakeSession({
    facts: { email: `${'long'.repeat(16)}@${'name'.repeat(15)}.example` },
  })
  session.failing.set('load', new FoyerError('http-failed'))
  showSecurity(session)
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible()
  await expectAccessible()
  session.failing.clear()
  await button('Try again').click()
  await expect.element(heading('Security')).toHaveFocus()
  expect(document.documentElement.scrollWidth).toBe(390)
  await expectAccessible()

  await button('Freeze my wallet').click()
  await expect.element(heading('Freeze your wallet?')).toHaveFocus()
  session.failing.set(freezeAccount.path, new FoyerError('request-timed-out'))
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Freeze my wallet' })
  await confirm.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('That took too long. Try again.')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Freeze my wallet')).toHaveFocus()

  session.failing.set(freezeAccount.path, new FoyerError('unauthorized'))
  await button('Freeze my wallet').click()
  await confirm.click()
  await expect.element(heading('Log in')).toHaveFocus()
  await expect.element(page.getByText(/You were signed out of this browser/)).toBeVisible()
  expect(document.title).toBe('Log in · Foyer')
})

test('a user without an address ends a freeze by one more login', async () => {
  await page.viewport(390, 780)
  const session = fakeSession({
    facts: {
      ...{ email: null, frozenAt: Date.now(), steppedUpUntil: Date.now() + 300_000 },
      logins: [{ provider: 'farcaster', userName: 'ada' }],
    },
  })
  session.failing.set(unfreezeAccount.path, new FoyerError('recovery-evidence-required'))
  showSecurity(session)
  await button('End the freeze').click()
  await expect.element(page.getByText(/^Prove that it is you by one more login/)).toBeVisible()
  await expectAccessible()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'End the freeze' })
  await confirm.click()
  // The vault wants a login after the freeze, however fresh the step-up is.
  await expect.element(heading('Is it you?')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  session.failing.clear()
  session.unfreezes = 'begun'
  await button('End the freeze').click()
  await confirm.click()
  await expect.element(heading('The freeze ends in 24 hours')).toHaveFocus()
  await expectAccessible()
  await button('Done').click()
})

test('says why a wallet can not be frozen that its user could not unfreeze', async () => {
  await page.viewport(390, 780)
  const session = fakeSession({
    facts: { email: null, logins: [{ provider: 'farcaster', userName: 'ada' }] },
  })
  session.failing.set(freezeAccount.path, new FoyerError('request-invalid'))
  showSecurity(session)
  await button('Freeze my wallet').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze my wallet' }).click()
  const said = page.getByRole('alert').getByText(/^Your wallet was not frozen: .* Add an email/)
  await expect.element(said).toBeVisible()
  await expectAccessible()
})

test('shows the recovery address and its pending link, and resends the link', async () => {
  await page.viewport(390, 780)
  const session = fakeSession({ contact: { email: 'ada@old.example', next: null, asked: null } })
  showSecurity(session)
  await expect.element(page.getByText('ada@old.example')).toBeVisible()
  await expect.element(page.getByText('Recovery does not ask your new address yet')).toBeVisible()
  await expectAccessible()
  session.failing.set(moveRecoveryContact.path, new FoyerError('request-invalid'))
  await button('Mail the link').click()
  await expect.element(page.getByText('That works 24 hours after the last change.')).toBeVisible()
  session.failing.clear()
  await button('Mail the link').click()
  await expect.element(heading('Open the link in your mail')).toHaveFocus()
  await expect.element(page.getByRole('dialog').getByText(/^We mailed it to ada@old/)).toBeVisible()
  await expectAccessible()
  await button('Done').click()
  await expect.element(page.getByText(/^We mailed a link to ada@old/)).toBeVisible()
  await expect.element(button('Mail a new link')).toBeVisible()
})

test('shows when recovery switches to the new address, and retries when that can not be loaded', async () => {
  const at = Date.UTC(2026, 10, 22, 14, 5)
  const next = { email: `${'long'.repeat(16)}@${'name'.repeat(15)}.example`, at }
  await page.viewport(390, 780)
  const session = fakeSession({
    facts: { email: next.email },
    contact: { email: 'ada@old.example', next, asked: null },
  })
  session.failing.set(readRecoveryContact.path, new FoyerError('http-failed'))
  showSecurity(session)
  await expect.element(page.getByText('The address of recovery could not be read')).toBeVisible()
  session.failing.clear()
  await button('Try again').click()
  await expect.element(page.getByText(/^From 22 Nov 2026.* recovery asks long/)).toBeVisible()
  expect(page.getByText('Recovery does not ask your new address yet').query()).toBeNull()
  expect(document.documentElement.scrollWidth).toBe(390)
  await expectAccessible()
})

test('reports a refused link, and starts again with another address', async () => {
  const session = fakeSession({ loaded: { status: 'signed-out' }, approval: 'denied' })
  showSecurity(session)
  await page.getByLabelText('Email address').fill('Ada@Lovelace.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Approve this browser')).toHaveFocus()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('You refused this browser')
  await expectAccessible()
  await button('Use another address').click()
  await expect.element(heading('Log in')).toHaveFocus()
  await expect.element(page.getByLabelText('Email address')).toHaveValue('ada@lovelace.example')
})

/** Comes back from a provider, whose login then waits for its link. */
function comeBackFromProvider(approval: 'approved' | 'denied', end: () => object) {
  const place = location.href
  onTestFinished(() => history.replaceState(null, '', place))
  const uri = `${location.origin}/oauth/result?r=abc`
  history.replaceState(null, '', `?${new URLSearchParams({ result_uri: uri })}`)
  const session = fakeSession({ loaded: { status: 'signed-out' }, approval })
  const { call } = session
  session.call = async (endpoint, body) => {
    if (endpoint.path !== loginSocialEnd.path) return call(endpoint, body)
    if ('txnId' in Object(body)) return end() as never
    const link = { txnId: crypto.randomUUID(), number: '482915', expiresAt: Date.now() + 600_000 }
    return { action: 'VERIFY_DEVICE', email: 'ada@lovelace.example', ...link } as never
  }
  showSecurity(session)
}

test('starts a social login again whose link was refused', async () => {
  comeBackFromProvider('denied', () => ({}))
  await expect.element(page.getByText(/^You refused this browser/)).toBeVisible()
  await expectAccessible()
  await button('Start again').click()
  await expect.element(heading('Log in')).toHaveFocus()
  await expect.element(page.getByLabelText('Email address')).toBeVisible()
})

test.each([
  ['breaks off', () => Promise.reject(new FoyerError('request-timed-out')), /took too long/],
  ['is held back', () => ({ action: 'FAILED', reason: 'held' }), /72 hours/],
])(
  'shows why a social login %s after its approval, with the ways to log in',
  async (_, end, why) => {
    comeBackFromProvider('approved', end)
    await expect.element(page.getByText(why)).toBeVisible()
    await expect.element(heading('Log in')).toHaveFocus()
    await expect.element(page.getByLabelText('Email address')).toBeVisible()
    await expectAccessible()
  },
)

test('says that a recovery code opens no wallet only if it opens none', async () => {
  const session = fakeSession({ loaded: { status: 'signed-out' } })
  showSecurity(session)
  await button('Use a passkey').click()
  await button('I have a recovery code').click()
  const code = encodeRecoveryCode(new Uint8Array(16).fill(0xd7))
  await page.getByLabelText('Recovery code').fill(String.fromCharCode(...code))
  const open = async (error: FoyerError) => {
    session.failing.set('openByFactor', error)
    await userEvent.keyboard('{Enter}')
  }
  await open(new FoyerError('http-failed'))
  await expect.element(page.getByText(/^The server did not answer/)).toBeVisible()
  await open(new FoyerError('limit-exceeded'))
  await expect.element(page.getByText(/^Too many tries/)).toBeVisible()
  await open(new FoyerError('recovery-failed'))
  await expect.element(page.getByText('This code opens no wallet here.')).toBeVisible()
})

test('logs in again right after a sign-out that the server has not received yet', async () => {
  const session = fakeSession({ logIn: 'VERIFY_OTP', isLeftOpen: true })
  showSecurity(session)
  await button('Sign out').click()
  await page.getByLabelText('Email address').fill('ada@lovelace.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Code of six digits')).toHaveFocus()
  await expect.element(page.getByText('ada@lovelace.example')).toBeVisible()
  const asked = session.asked.slice(session.asked.indexOf('signOut') + 1)
  expect(asked).toEqual([loginEmail.path, 'load', loginEmail.path])
})

test('resends the code after 30 s, and not before', async () => {
  const session = fakeSession({ loaded: { status: 'signed-out' }, logIn: 'VERIFY_OTP' })
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'],
  })
  onTestFinished(() => void vi.useRealTimers())
  showSecurity(session)
  await page.getByLabelText('Email address').fill('ada@lovelace.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Code of six digits')).toHaveFocus()
  await vi.advanceTimersByTimeAsync(20_000)
  await shows('Send a new mail in 2 s')
  await expect.element(button('Send a new mail')).not.toBeInTheDocument()
  await shows('Send a new mail')
  press('Send a new mail')
  await shows('Send a new mail in 30 s')
  expect(session.asked.filter((name) => name === loginEmail.path)).toHaveLength(2)
})

test('sends the step-up code by itself once the rate limit allows it, and continues the action', async () => {
  const session = fakeSession()
  session.failing.set(stepUp.path, () => new FoyerError('email-throttled', { values: { n: 1 } }))
  showSecurity(session)
  await button('End Chrome on Linux on shop.example').click()
  await button('End it').click()
  await expect.element(page.getByText(/The next one comes in 1 s/)).toBeVisible()
  // Also when the next one is refused for as long again.
  await expect
    .poll(() => session.asked.filter((name) => name === stepUp.path).length)
    .toBeGreaterThan(2)
  session.failing.clear()
  const field = page.getByLabelText('Code of six digits')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('000000')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This code is wrong or too old.')
  await userEvent.keyboard('123456')
  await expect.element(page.getByText('That browser is ended.')).toBeVisible()
  await expect.element(page.getByText(/^2 browsers can use this wallet/)).toBeVisible()
  expect(session.asked.filter((name) => name === readAccountFacts.path)).toHaveLength(2)
})

test('reveals the words while a key is held, not by a press or a script, and wipes them when the user leaves the page', async () => {
  const session = fakeSession({ facts: { steppedUpUntil: Date.now() + 300_000 } })
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'],
  })
  onTestFinished(() => void vi.useRealTimers())
  showExport(session)
  await vi.waitFor(() => expect(document.querySelector('.ask .button')).not.toBeNull())
  press('Continue')
  await shows('Wait 10 s')
  await vi.advanceTimersByTimeAsync(10_500)
  const hold = document.querySelector<HTMLElement>('.hold button')!
  hold.focus()
  hold.click()
  hold.click()
  expect(session.asked).not.toContain('exportOnce')
  // Released too early: reveals nothing.
  await space('keyDown')
  await vi.advanceTimersByTimeAsync(1_000)
  await space('keyUp')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.asked).not.toContain('exportOnce')
  await space('keyDown')
  await vi.advanceTimersByTimeAsync(1_300)
  await space('keyUp')
  await expect.element(heading('Your 12 words')).toHaveFocus()
  const words = [...document.querySelectorAll('.phrase-word')]
  expect(words.map(({ textContent }) => textContent).slice(-2)).toEqual(['test', 'junk'])
  vi.useRealTimers()
  await expectAccessible()

  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(heading('The words are hidden')).toHaveFocus()
  expect(words.map(({ textContent }) => textContent).join('')).toBe('')
})

test('asks for the vault’s link before creating a passkey if the vault requires it, and continues by itself', async () => {
  await page.viewport(390, 780)
  const session = fakeSession({
    facts: {
      email: `${'long'.repeat(12)}@${'name'.repeat(12)}.example`,
      steppedUpUntil: Date.now() + 300_000,
    },
  })
  session.failing.set(passkeyOptions.path, new FoyerError('recovery-evidence-required'))
  session.failing.set(confirmDevice.path, new FoyerError('request-invalid'))
  showSecurity(session)
  await page.getByRole('button', { name: /^Use a passkey/ }).click()
  await expect.element(page.getByText(/less than 24 hours ago/)).toBeVisible()
  session.failing.delete(confirmDevice.path)
  await button('Try again').click()
  await expect.element(page.getByText('Your number')).toBeVisible()
  await expect.element(page.getByText('Waiting for your approval')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
  await expectAccessible()
  expect(page.getByRole('button', { name: 'Create passkey' }).query()).toBeNull()
  session.failing.clear()
  await expect.element(button('Create passkey')).toBeVisible()
  expect(session.asked.filter((path) => path === confirmDevice.path)).toHaveLength(2)

  // A browser approved a moment ago needs nothing more.
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: /^Use a passkey/ }).click()
  await expect.element(button('Create passkey')).toBeVisible()
  expect(session.asked.filter((path) => path === confirmDevice.path)).toHaveLength(2)
})

const google = loginAt(Date.now(), {
  id: '77777777-7777-4777-8777-777777777777',
  provider: 'google',
  userName: 'Ada King, Countess of Lovelace',
  restores: false,
  isByLink: false,
  contact: { kind: 'social', provider: 'google', subject: '1815' },
})
/** A step-up that is still valid. */
const proved = () => ({ steppedUpUntil: Date.now() + 300_000 })

test('lists each way to log in with what it can do, and keeps the only one that opens the wallet', async () => {
  await page.viewport(360, 780)
  const held = loginAt(Date.now(), {
    ...{ id: '88888888-8888-4888-8888-888888888888', provider: 'github', userName: 'ada' },
    heldUntil: Date.now() + 86_400_000,
  })
  const session = fakeSession({ facts: proved(), logins: [loginAt(Date.now()), google] })
  showSecurity(session)
  await expect.element(page.getByText(/does not open your wallet/)).toBeVisible()
  await expect.element(button('Remove Google · Ada King, Countess of Lovelace')).toBeVisible()
  await expect.element(button('Remove ada@lovelace.example')).not.toBeInTheDocument()
  await expectAccessible()
  session.logins = [...session.logins, held]
  await button('Remove Google · Ada King, Countess of Lovelace').click()
  await button('Remove it').click()
  await expect.element(page.getByText(/^It was removed/)).toBeVisible()
  expect(session.asked).toContain(removeLogin.path)
  await expect.element(page.getByText(/^Works from/)).toBeVisible()
})

test('lets a login open the wallet once the vault has its proofs', async () => {
  const session = fakeSession({ facts: proved(), logins: [loginAt(Date.now()), google] })
  session.restores = 'prove-user'
  showSecurity(session)
  await button('Let it open the wallet: Google · Ada King, Countess of Lovelace').click()
  // No mail before the user has read where it goes.
  await expect.element(page.getByText(/by a link that it mails to ada@lovelace/)).toBeVisible()
  await expectAccessible()
  expect(session.asked).not.toContain(confirmDevice.path)
  await button('Mail me the link').click()
  await expect.element(page.getByText(/First confirm that it is you/)).toBeVisible()
  await expectAccessible()
  expect(session.asked.filter((path) => path === confirmDevice.path)).toHaveLength(1)
  session.restores = 'prove-contact'
  await expect.element(button('Continue with Google')).toBeVisible()
  await button('Not now').click()
  session.restores = 'added'
  await button('Let it open the wallet: Google · Ada King, Countess of Lovelace').click()
  await expect.element(heading('It opens your wallet now')).toBeVisible()
})

test('after the return from a provider, asks the vault for the chosen login alone, and mails nothing by itself', async () => {
  const github = loginAt(Date.now(), {
    ...{ id: '88888888-8888-4888-8888-888888888888', provider: 'github', userName: 'ada' },
    ...{ restores: false, contact: { kind: 'email', email: 'other@lovelace.example' } },
  })
  const place = location.href
  onTestFinished(() => history.replaceState(null, '', place))
  const comeBack = async () => {
    const uri = `${location.origin}/oauth/result?r=abc`
    history.replaceState(null, '', `?${new URLSearchParams({ result_uri: uri })}`)
    const session = fakeSession({ facts: proved(), logins: [loginAt(Date.now()), github, google] })
    session.restores = 'prove-contact'
    const shown: unknown[] = []
    const { callVault } = session
    session.callVault = async (endpoint, body) => {
      if (endpoint.path === recoveryContactAdd.path) shown.push(Object(body).contact)
      return callVault(endpoint, body)
    }
    const place = showSecurity(session)
    await expect.element(page.getByText(/^It is you\./)).toBeVisible()
    return { leave: place, session, shown }
  }
  // The user has proved themselves for something else.
  const first = await comeBack()
  await expect.element(page.getByText(/^Logs you in, but does not/).first()).toBeVisible()
  expect(first.shown).toEqual([])
  first.leave()

  sessionStorage.setItem('foyer-restoring', google.id)
  const { session, shown } = await comeBack()
  await expect.element(button('Continue with Google')).toBeVisible()
  for (const contact of shown) expect(contact).toEqual(google.contact)
  expect(shown).not.toEqual([])
  expect(sessionStorage.getItem('foyer-restoring')).toBeNull()
  expect(session.asked).not.toContain(proveLoginByLink.path)
})

test('mails the link of a login only on a click that names the address', async () => {
  const github = loginAt(Date.now(), {
    ...{ id: '88888888-8888-4888-8888-888888888888', provider: 'github', userName: 'ada' },
    ...{ email: 'other@lovelace.example', restores: false },
  })
  const session = fakeSession({ facts: proved(), logins: [loginAt(Date.now()), github] })
  session.restores = 'prove-contact'
  showSecurity(session)
  await button('Let it open the wallet: GitHub · ada').click()
  await expect.element(page.getByText(/mails to other@lovelace\.example/)).toBeVisible()
  expect(session.asked).not.toContain(proveLoginByLink.path)
  await button('Mail me the link').click()
  await expect.element(page.getByText('Your number')).toBeVisible()
  expect(session.asked.filter((path) => path === proveLoginByLink.path)).toHaveLength(1)
})

test('a wallet that passkeys alone hold takes no other login', async () => {
  showSecurity(fakeSession({ facts: { email: null, logins: [], factors: [] } }))
  await expect.element(page.getByText(/no email or other login can be added/)).toBeVisible()
  await expect.element(button('Add a way to log in')).not.toBeInTheDocument()
})
