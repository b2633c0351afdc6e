import { type Connector, connect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '../../emulateMedia.test.kit.ts'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  plainFoyer,
  recordShake,
} from '../../makeModal.test.kit.ts'
import { entryOf, testConnector, testSession } from '../../testConnector.test.kit.ts'
import { successMs } from './useAttempt.ts'

/** A wallet whose prompt the test answers. */
function prompt() {
  const prompts: {
    approve: () => void
    fail: (error: Error) => void
    pend: () => void
    signal: AbortSignal
  }[] = []
  const connector: Connector = testConnector(1, {
    connect: ({ onPending, signal }) =>
      new Promise((resolve, reject) =>
        prompts.push({
          approve: () => resolve(testSession),
          fail: reject,
          pend: onPending,
          signal,
        }),
      ),
  })
  const foyer = plainFoyer({ connectors: [connector] })
  const modal = makeModal(foyer)
  return { connector, foyer, modal, prompts, last: () => prompts.at(-1) as (typeof prompts)[0] }
}

async function opened() {
  const all = prompt()
  await all.modal.open()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => all.prompts.length).toBe(1)
  return all
}

beforeEach(() => page.viewport(800, 800))

test('asks the wallet at once, and shows what to do', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  const { modal } = await opened()
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
  await expect.poll(() => inside(modal, '.wallet-arc').getAnimations()).toHaveLength(1)
  await expectAccessible(modal)
})

/** Presses the row once its code is preloaded. */
async function pressRow(): Promise<void> {
  const row = page.getByRole('button', { name: /Marigold/ })
  await row.hover()
  await Promise.all([import('./chooseWallet.ts'), import('./askWallet.ts')])
  await new Promise((resolve) => setTimeout(resolve, 50))
  ;(row.element() as HTMLElement).click()
}

test('with a preloaded connector, asks the wallet synchronously in the click', async () => {
  const { connector, foyer, modal, prompts } = prompt()
  let loads = 0
  connector.load = async () => {
    loads += 1
  }
  await modal.open()
  await pressRow()
  expect(prompts).toHaveLength(1)
  expect(loads).toBeGreaterThan(0)
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
  // The view joined the prompt.
  expect(prompts).toHaveLength(1)
  expect(foyer.store.get().requests).toHaveLength(1)
})

test('does not ask again when the wallet rejects before the view is shown', async () => {
  const { modal, prompts } = prompt()
  await modal.open()
  await pressRow()
  prompts[0]?.fail(new FoyerError('user-rejected'))
  await expectAlert('You declined the request. Try again?')
  expect(prompts).toHaveLength(1)
})

test('shows an approval, then closes', async () => {
  const { foyer, last, modal } = await opened()
  last().approve()
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expectAccessible(modal)
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('embedded, opens the account after an approval', async () => {
  const connector = testConnector(1, { connect: async () => testSession })
  const modal = makeModal(plainFoyer({ connectors: [connector] }), { embedded: true })
  document.body.append(modal.element)
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})

test('shakes and announces a rejection, and retries', async () => {
  const { last, modal, prompts } = await opened()
  const hasShaken = recordShake(modal)
  last().fail(new FoyerError('user-rejected'))
  await expectAlert('You declined the request. Try again?')
  expect(hasShaken()).toBe(true)
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => prompts.length).toBe(2)
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
})

test.each([
  ['request-timed-out', 'Marigold did not answer. Open it, then try again.'],
  ['internal', 'Marigold could not connect. Try again.'],
  ['connection-invalid', 'Marigold could not connect. Try again.'],
] as const)('error: %s', async (code, text) => {
  const { last, modal } = await opened()
  const hasShaken = recordShake(modal)
  last().fail(new FoyerError(code))
  await expectAlert(text)
  expect(hasShaken()).toBe(false)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(modal)
})

test('reports an earlier pending request, while waiting and on failure', async () => {
  const { last } = await opened()
  const text = 'A request is already waiting in Marigold. Open it to continue.'
  last().pend()
  await expect.element(page.getByText(text)).toBeVisible()
  last().fail(new FoyerError('request-pending'))
  await expectAlert(text)
})

test('leaving the view cancels nothing: the row is marked as pending, and picking it again joins the prompt', async () => {
  const { foyer, last, modal, prompts } = await opened()
  await page.getByRole('button', { name: 'Back' }).click()
  const row = page.getByRole('button', { name: /Marigold.*Waiting/ })
  await expect.element(row).toBeVisible()
  await expectAccessible(modal)
  expect(last().signal.aborted).toBe(false)
  await row.click()
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
  expect(prompts.length).toBe(1)
  last().approve()
  await expect.element(page.getByText('Connected')).toBeVisible()
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('closing the modal does not cancel either: a later approval still connects', async () => {
  const { foyer, last, modal } = await opened()
  modal.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(last().signal.aborted).toBe(false)
  last().approve()
  await expect.poll(() => foyer.store.get().connections.eip155?.status).toBe('connected')
  expect(modal.store.get().open).toBe(false)
})

test('opened during an attempt, it shows that wallet with the list behind it', async () => {
  const { last, modal, prompts } = await opened()
  modal.close()
  await expect.poll(() => inside<HTMLDialogElement>(modal, 'dialog').open).toBe(false)
  await modal.open()
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
  await expectAccessible(modal)
  expect(prompts.length).toBe(1)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
  last().approve()
  await expect.poll(() => modal.store.get().open).toBe(false)
  await modal.open()
  expect(modal.router.read().view).toBe('Account')
})

test('opened while the site connects an unlisted wallet, it shows that wallet', async () => {
  const { foyer, modal } = prompt()
  const own = testConnector(4, { id: 'own', name: 'Own', info: undefined })
  void connect(foyer, { connector: own })
  await modal.open()
  await expect.element(page.getByText('Open Own and approve the connection.')).toBeVisible()
})

test('after Cancel a later approval connects nothing, and the next pick opens a new prompt', async () => {
  const { foyer, last, prompts } = await opened()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  await expect.poll(() => last().signal.aborted).toBe(true)
  last().approve()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(foyer.store.get().connections.eip155?.status).toBe('disconnected')
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => prompts.length).toBe(2)
})

test('picking another wallet during a prompt: an approval of the first is shown, and stays', async () => {
  const second = prompt()
  const first = testConnector(2, { connect: async () => testSession })
  let approve = () => {}
  const asked = new Promise<void>((resolve) => {
    approve = resolve
  })
  first.connect = () => asked.then(() => testSession)
  second.foyer.store.set((state) => ({ ...state, connectors: [...state.connectors, first] }))
  const { modal } = second
  await modal.open()
  await page.getByRole('button', { name: new RegExp(first.name) }).click()
  await expect
    .element(page.getByText(`Open ${first.name} and approve the connection.`))
    .toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => second.prompts.length).toBe(1)
  approve()
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expect.poll(() => modal.store.get().open).toBe(false)
  second.last().fail(new FoyerError('user-rejected'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(second.foyer.store.get().connections.eip155).toMatchObject({
    status: 'connected',
    connector: first,
  })
})

test('asks to switch after an approval on an unsupported network, and stays open', async () => {
  const connector = testConnector(1, {
    connect: async () => ({ ...testSession, chainId: 'eip155:56' }),
  })
  const modal = makeModal(plainFoyer({ connectors: [connector] }))
  await modal.open()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Switch network' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, successMs + 100))
  expect(modal.store.get().open).toBe(true)
})

test('error: a wallet that is not available', async () => {
  const { connector, modal } = prompt()
  await modal.open('ConnectingExternal', { entry: { ...entryOf(connector), connector: undefined } })
  await expectAlert(/Marigold could not connect/)
})
