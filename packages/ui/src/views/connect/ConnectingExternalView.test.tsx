import type { Connector } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  plainFoyer,
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

test('asks the wallet at once, and says what to do', async () => {
  const { modal } = await opened()
  await expect.element(page.getByText('Open Marigold and approve the connection.')).toBeVisible()
  const ring = inside(modal, '.wallet-arc')
  expect(ring.getAnimations().length).toBe(1)
  await expectAccessible(modal)
})

test('approved: shows it, then closes', async () => {
  const { foyer, last, modal } = await opened()
  last().approve()
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expectAccessible(modal)
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('approved, embedded: goes to the account', async () => {
  const connector = testConnector(1, { connect: async () => testSession })
  const modal = makeModal(plainFoyer({ connectors: [connector] }), { embedded: true })
  document.body.append(modal.element)
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})

test('declined: shakes, says so as an alert, and tries again', async () => {
  const { last, modal, prompts } = await opened()
  last().fail(new FoyerError('user-rejected'))
  await expectAlert('You declined the request. Try again?')
  expect(modal.store.get().shake).toBe(true)
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
  last().fail(new FoyerError(code))
  await expectAlert(text)
  expect(modal.store.get().shake).toBe(false)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(modal)
})

test('a request that waits in the wallet already is said, while it waits and when it fails', async () => {
  const { last } = await opened()
  const text = 'A request is already waiting in Marigold. Open it to continue.'
  last().pend()
  await expect.element(page.getByText(text)).toBeVisible()
  last().fail(new FoyerError('request-pending'))
  await expectAlert(text)
})

test('leaving the view ends the question', async () => {
  const { foyer, last, prompts } = await opened()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => last().signal.aborted).toBe(true)
  await expect.poll(() => foyer.store.get().connections.eip155?.status).toBe('disconnected')
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => prompts.length).toBe(2)
})

test('closing the modal does not: what is approved in the wallet then still counts', async () => {
  const { foyer, last, modal } = await opened()
  modal.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(last().signal.aborted).toBe(false)
  last().approve()
  await expect.poll(() => foyer.store.get().connections.eip155?.status).toBe('connected')
  expect(modal.store.get().open).toBe(false)
})

test('approved on a network that the site does not offer: asks for a switch, and stays open', async () => {
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

test('error: a wallet that is not there', async () => {
  const { connector, modal } = prompt()
  await modal.open('ConnectingExternal', { entry: { ...entryOf(connector), connector: undefined } })
  await expectAlert(/Marigold could not connect/)
})
