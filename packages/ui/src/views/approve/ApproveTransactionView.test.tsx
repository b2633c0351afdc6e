import { connect, type Foyer, signMessage, walletRequest } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { createModal } from '../../createModal.ts'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  recordShake,
} from '../../makeModal.test.kit.ts'
import type { Modal } from '../../modal.ts'
import { refusedAfterMs } from '../../shell/followAuth.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'
import { emitWindow, needWindow, type TestLogin, testLogin } from '../../testLogin.test.kit.ts'
import { transactionStackOf } from '../../transactionStack.ts'

const heading = (name: string) => page.getByRole('heading', { name })
const waits = () => page.getByText('Waiting for your approval')

beforeEach(() => page.viewport(800, 800))

/** A page with a signed-in user; counts reads of the native balance. */
async function loggedIn(options: createModal.Options = {}) {
  const login = testLogin()
  login.isIn = true
  let balances = 0
  const { foyer } = await testFoyer({
    connected: false,
    options: { connectors: [login.connector] },
    wallet: {
      chainAnswer: async () => {
        balances += 1
      },
    },
  })
  await connect(foyer, { connector: login.connector })
  const modal = makeModal(foyer, options)
  return { foyer, login, modal, balances: () => balances }
}
/** Outcome of a request. */
function settled(request: Promise<unknown>): { readonly now: () => unknown } {
  let now: unknown
  request.then(
    (result) => {
      now = result
    },
    (error: FoyerError) => {
      now = error.code
    },
  )
  return { now: () => now }
}
const approve = ({ waiting }: TestLogin, result = '0xdone') =>
  [...waiting.values()][0]?.approve(result)
const isOpen = (modal: Modal) => expect.poll(() => modal.store.get().open)
const view = (modal: Modal) => modal.router.read().view

test('[2.9] [4.12] [4.19] [4.20] a request opens the closed modal, and only its end closes it', async () => {
  const { balances, login, modal } = await loggedIn()
  const request = settled(login.request('eth_sendTransaction'))
  await expect.element(heading('Approve request')).toBeVisible()
  await expect.element(waits()).toBeVisible()
  await expect.element(page.getByText('This site asks you to send a transaction.')).toBeVisible()
  await expectAccessible(modal)

  const hasShaken = recordShake(modal)
  await userEvent.keyboard('{Escape}')
  await expect.poll(hasShaken).toBe(true)
  modal.close()
  expect(modal.store.get().open).toBe(true)
  await expect.element(waits()).toBeVisible()
  expect(request.now()).toBeUndefined()

  const before = balances()
  approve(login, '0xhash')
  await isOpen(modal).toBe(false)
  await expect.poll(request.now).toBe('0xhash')
  await expect.poll(balances).toBe(before + 1)
})

test('[2.9] Escape closes no request where closedby is not supported either', async () => {
  const { login, modal } = await loggedIn()
  const request = settled(login.request('eth_sendTransaction'))
  await expect.element(waits()).toBeVisible()
  const dialog = inside<HTMLDialogElement>(modal, 'dialog')
  // An unknown attribute, as in WebKit; browsers do not let a page prevent a second Escape.
  dialog.removeAttribute('closedby')
  const hasShaken = recordShake(modal)
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.poll(hasShaken).toBe(true)
  expect(dialog.open).toBe(true)
  expect(request.now()).toBeUndefined()
  approve(login)
  await isOpen(modal).toBe(false)
})

test('[4.20] an error closes it too, and reads the balance again', async () => {
  const { balances, login, modal } = await loggedIn()
  const request = settled(login.request('personal_sign'))
  await expect.element(page.getByText('This site asks for your signature.')).toBeVisible()
  const before = balances()
  ;[...login.waiting.values()][0]?.fail(new FoyerError('user-rejected'))
  await isOpen(modal).toBe(false)
  await expect.poll(request.now).toBe('user-rejected')
  await expect.poll(balances).toBe(before + 1)
})

test('[4.20] the caller of the request continues from its own view', async () => {
  const { foyer, login, modal } = await loggedIn()
  const adapter = foyer.adapters.eip155
  if (!adapter) throw new Error('no adapter')
  const able: Foyer = {
    ...foyer,
    adapters: {
      eip155: { ...adapter, signMessage: async () => String(await login.request('personal_sign')) },
    },
  }
  await modal.open('Account')
  modal.router.push('Settings')
  transactionStackOf(modal).push({ after: { reset: { view: 'Networks', data: undefined } } })
  const signed = signMessage(able, { message: 'hello' })
  await expect.element(waits()).toBeVisible()
  expect(modal.router.store.get().stack.map((one) => one.view)).toEqual([
    'Account',
    'Settings',
    'ApproveTransaction',
  ])
  approve(login, '0xsigned')
  expect(await signed).toBe('0xsigned')
  expect(modal.router.store.get().stack.map((one) => one.view)).toEqual(['Networks'])
})

test('[4.21] rejecting aborts the request, and so does going back', async () => {
  const { login, modal } = await loggedIn()
  const rejected = settled(login.request('personal_sign'))
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect.poll(rejected.now).toBe('request-aborted')
  await isOpen(modal).toBe(false)

  await modal.open('Account')
  const left = settled(login.request('personal_sign'))
  await expect.element(waits()).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(left.now).toBe('request-aborted')
  await expect.element(heading('Account')).toBeVisible()
})

test('[4.15] a forced close rejects pending requests, unless a transaction of the modal is pending', async () => {
  const { foyer, login, modal } = await loggedIn()
  const request = settled(login.request('personal_sign'))
  await expect.element(waits()).toBeVisible()
  modal.close({ force: true })
  await expect.poll(request.now).toBe('request-aborted')

  transactionStackOf(modal).push({ after: 'back' })
  const pending = settled(
    walletRequest(foyer, {
      kind: 'send',
      namespace: 'eip155',
      run: () => login.request('eth_sendTransaction'),
    }),
  )
  await expect.element(waits()).toBeVisible()
  modal.close({ force: true })
  await isOpen(modal).toBe(false)
  expect(pending.now()).toBeUndefined()
  approve(login)
  await expect.poll(pending.now).toBe('0xdone')
})

test('[4.18] [6.3] [8.11] a forbidden call opens the modal, and is reported after 300 ms', async () => {
  expect(refusedAfterMs).toBe(300)
  const { login, modal } = await loggedIn()
  const refused = settled(login.request('eth_sign'))
  await expect.poll(refused.now).toBe('rpc-call-not-allowed')
  await isOpen(modal).toBe(true)
  await expect.element(heading('Account')).toBeVisible()
  await expectAlert('Requested RPC call is not allowed')
  // And again, with the modal open.
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  const since = performance.now()
  const again = settled(login.request('eth_sign'))
  await expectAlert('Requested RPC call is not allowed')
  expect(performance.now() - since).toBeGreaterThanOrEqual(300)
  expect(again.now()).toBe('rpc-call-not-allowed')
})

test('a click opens a window, and a blocked one is reported', async () => {
  const { login, modal } = await loggedIn()
  const request = settled(login.request('eth_sendTransaction'))
  await expect.element(waits()).toBeVisible()
  let blocked = true
  const opened: boolean[] = []
  needWindow(login, () => {
    opened.push(navigator.userActivation.isActive)
    return !blocked
  })
  await page.getByRole('button', { name: 'Continue in a window' }).click()
  await expectAlert(/The browser let no window open/)
  await expectAccessible(modal)
  blocked = false
  await page.getByRole('button', { name: 'Continue in a window' }).click()
  await expect.element(page.getByText('Approve in the window')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Open the window again' })).toBeVisible()
  expect(opened).toEqual([true, true])
  await expectAccessible(modal)
  approve(login)
  await expect.poll(request.now).toBe('0xdone')
  await isOpen(modal).toBe(false)
})

test('[T25] reports a window that was closed before loading, or does not load, and keeps both actions', async () => {
  const { login, modal } = await loggedIn()
  const request = settled(login.request('eth_sendTransaction'))
  await expect.element(waits()).toBeVisible()
  needWindow(login, () => true)
  await page.getByRole('button', { name: 'Continue in a window' }).click()
  await expect.element(page.getByText('Approve in the window')).toBeVisible()
  emitWindow(login, 'late')
  await expect.element(page.getByText('The window has not loaded')).toBeVisible()
  await expectAccessible(modal)
  emitWindow(login, 'closed')
  await expect.element(page.getByText('The window was closed')).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Open the window again' }).click()
  await expect.element(page.getByText('Approve in the window')).toBeVisible()
  emitWindow(login, 'closed')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect.poll(request.now).toBe('request-aborted')
})

test('[4.15] an embedded card shows the request, and closes it at its end', async () => {
  const { login, modal } = await loggedIn({ embedded: true })
  document.body.append(modal.element)
  await expect.element(heading('Account')).toBeVisible()
  const request = settled(login.request('personal_sign'))
  await expect.element(waits()).toBeVisible()
  approve(login)
  await expect.poll(request.now).toBe('0xdone')
  await expect.element(heading('Account')).toBeVisible()
  const left = settled(login.request('personal_sign'))
  await expect.element(waits()).toBeVisible()
  modal.close({ force: true })
  await expect.poll(left.now).toBe('request-aborted')
})

test('error: too many pending requests', async () => {
  const { login } = await loggedIn()
  const first = settled(login.request('personal_sign'))
  await expect.element(waits()).toBeVisible()
  const more = login.request('personal_sign')
  await expect.element(page.getByText('1 more wait behind it.')).toBeVisible()
  ;[...login.waiting.values()].at(-1)?.fail(new FoyerError('limit-exceeded'))
  await expect(more).rejects.toMatchObject({ code: 'limit-exceeded' })
  await expectAlert('Too many requests wait already. Answer some of them first.')
  expect(first.now()).toBeUndefined()
})

test('opened without a request, it closes again', async () => {
  const { modal } = await loggedIn()
  await modal.open('Account')
  modal.router.push('ApproveTransaction')
  await expect.poll(() => view(modal)).toBe('Account')
})
