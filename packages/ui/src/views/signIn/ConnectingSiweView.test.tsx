import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { createModal } from '../../createModal.ts'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'
import { askToSignIn } from './testSignIn.test.kit.ts'

beforeEach(() => page.viewport(800, 800))
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function shown(given: Parameters<typeof askToSignIn>[1], options: createModal.Options = {}) {
  const { foyer } = await testFoyer()
  const modal = makeModal(foyer, options)
  const done = askToSignIn(foyer, given)
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  return { done, foyer, modal }
}

test('[2.7] asks to sign in to this site with the connected account, and closes once it has', async () => {
  const { done, foyer, modal } = await shown({})
  await expect.element(page.getByText(`Sign in to ${location.host}`)).toBeVisible()
  await expect.element(page.getByText('0x5290…9EE7')).toBeVisible()
  await expectAccessible(modal)
  await userEvent.click(button('Sign in'))
  expect(done).toEqual(['sign'])
  askToSignIn(foyer, { status: 'verifying' })
  await expect.element(page.getByText('Authenticating...')).toBeVisible()
  foyer.store.set((state) => ({ ...state, signIn: undefined }))
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(done).toEqual(['sign'])
})

test.each([
  ['sign-in-declined', 'Signature declined'],
  ['smart-accounts-unsupported', 'This application might not support Smart Accounts'],
  ['sign-in-failed', 'A problem occurred while trying initialize authentication'],
] as const)('[8.25] %s is an alert, and can be tried again', async (code, sentence) => {
  const { done, modal } = await shown({ status: 'failed', error: new FoyerError(code) })
  await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expectAccessible(modal)
  await userEvent.click(button('Try again'))
  expect(done).toEqual(['sign'])
})

test('closing the modal leaves the sign-in; a required one says that it disconnects', async () => {
  const { done, modal } = await shown({})
  await expect.element(button('Cancel and disconnect')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(done).toEqual(['cancel'])
})

test('an optional sign-in can wait', async () => {
  const { done, modal } = await shown({ isRequired: false })
  await userEvent.click(button('Not now'))
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(done).toEqual(['cancel'])
})
