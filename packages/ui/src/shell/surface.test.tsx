import { connect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, makeModal, plainFoyer } from '../makeModal.test.kit.ts'
import type { Modal } from '../modal.ts'
import { testConnector, testSession } from '../testConnector.test.kit.ts'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { testLogin } from '../testLogin.test.kit.ts'

beforeEach(() => page.viewport(800, 800))

const view = (modal: Modal) => modal.router.read().view
/** Lists the modals that show a view now. */
const showing = (modals: readonly Modal[], name: string) =>
  modals
    .filter((modal) => view(modal) === name && (modal.options.embedded || modal.store.get().open))
    .map(({ options }) => (options.embedded ? 'card' : 'dialog'))
const texts = (modal: Modal) => modal.element.shadowRoot?.textContent ?? ''

/** A dialog and an embedded card of one instance, on one page. */
function both(foyer: Parameters<typeof makeModal>[0]) {
  const dialog = makeModal(foyer)
  const card = makeModal(foyer, { embedded: true, name: 'card' })
  const place = document.createElement('div')
  place.append(card.element)
  document.body.append(place)
  onTestFinished(() => place.remove())
  return { card, dialog, modals: [dialog, card], place }
}

async function loggedIn() {
  const login = testLogin()
  login.isIn = true
  const { foyer } = await testFoyer({
    connected: false,
    options: { connectors: [login.connector] },
  })
  await connect(foyer, { connector: login.connector })
  return { foyer, login, ...both(foyer) }
}

test('[4.19] an embedded card shows the request, and the dialog stays closed', async () => {
  const { card, dialog, login, modals } = await loggedIn()
  await expect.poll(() => view(card)).toBe('Account')
  const request = login.request('personal_sign')
  await expect.poll(() => showing(modals, 'ApproveTransaction')).toEqual(['card'])
  expect(dialog.store.get().open).toBe(false)
  ;[...login.waiting.values()][0]?.approve('0xdone')
  expect(await request).toBe('0xdone')
  await expect.poll(() => view(card)).toBe('Account')
})

test('[4.19] an open dialog alone shows the request', async () => {
  const { card, dialog, login, modals } = await loggedIn()
  await dialog.open('Account')
  const request = login.request('personal_sign')
  await expect.poll(() => showing(modals, 'ApproveTransaction')).toEqual(['dialog'])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(view(card)).toBe('Account')
  ;[...login.waiting.values()][0]?.approve('0xdone')
  expect(await request).toBe('0xdone')
  await expect.poll(() => view(dialog)).toBe('Account')
})

test('[4.21] moving a request from the card to the dialog does not abort it', async () => {
  const { card, dialog, login, modals } = await loggedIn()
  await expect.poll(() => view(card)).toBe('Account')
  const request = login.request('personal_sign')
  await expect.poll(() => showing(modals, 'ApproveTransaction')).toEqual(['card'])
  await dialog.open('ApproveTransaction')
  await expect.poll(() => showing(modals, 'ApproveTransaction')).toEqual(['dialog'])
  expect(login.waiting.size).toBe(1)
  dialog.close({ force: true })
  await expect(request).rejects.toMatchObject({ code: 'request-aborted' })
})

test('[4.18] shows a notice in one place', async () => {
  const { card, dialog, login } = await loggedIn()
  await dialog.open('Account')
  const refused = login.request('eth_sign').catch((error: FoyerError) => error.code)
  expect(await refused).toBe('rpc-call-not-allowed')
  await expect.poll(() => texts(dialog)).toContain('Requested RPC call is not allowed')
  expect(texts(card)).not.toContain('Requested RPC call is not allowed')
  const failed = login.request('personal_sign').catch((error: FoyerError) => error.code)
  await expect.poll(() => login.waiting.size).toBe(1)
  ;[...login.waiting.values()][0]?.fail(new FoyerError('request-timed-out'))
  expect(await failed).toBe('request-timed-out')
  await expect.poll(() => texts(dialog)).toContain('The request was not answered in time.')
  expect(texts(card)).not.toContain('The request was not answered in time.')
})

test('[4.24] asks about an unsupported network in one place', async () => {
  const { foyer, wallet } = await testFoyer()
  const { card, dialog, modals } = both(foyer)
  await expect.poll(() => view(card)).toBe('Account')
  wallet.listener?.onChain('eip155:56')
  await expect.poll(() => showing(modals, 'UnsupportedChain')).toEqual(['card'])
  expect(dialog.store.get().open).toBe(false)
  await dialog.open('UnsupportedChain')
  await expect.poll(() => showing(modals, 'UnsupportedChain')).toEqual(['dialog'])
})

test('a wallet asked from the card moves to the dialog once that opens; the card lists it as pending', async () => {
  let approve = () => {}
  const asked = new Promise<void>((resolve) => {
    approve = resolve
  })
  let prompts = 0
  const connector = testConnector(1, {
    async connect() {
      prompts += 1
      await asked
      return testSession
    },
  })
  const foyer = plainFoyer({ connectors: [connector] })
  const { card, dialog, modals } = both(foyer)
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => showing(modals, 'ConnectingExternal')).toEqual(['card'])
  await dialog.open()
  await expect.poll(() => showing(modals, 'ConnectingExternal')).toEqual(['dialog'])
  await expect.poll(() => texts(card)).toContain('Waiting')
  await expectAccessible(dialog)
  expect(prompts).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('connecting')
  approve()
  await expect.poll(() => view(card)).toBe('Account')
  expect(prompts).toBe(1)
})

test('a card outside the viewport leaves the request to the dialog', async () => {
  const { foyer, wallet } = await testFoyer()
  const { card, modals, place } = both(foyer)
  await expect.poll(() => texts(card)).toContain('Account')
  place.style.display = 'none'
  wallet.listener?.onChain('eip155:56')
  await expect.poll(() => showing(modals, 'UnsupportedChain')).toEqual(['dialog'])
})
