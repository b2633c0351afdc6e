import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAlert, makeModal } from '../makeModal.test.kit.ts'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { views } from '../views.ts'
import { createViewLoader } from './viewLoader.ts'

const AccountView = () => null

test('the first view renders at once, another one after it was loaded, once', async () => {
  let loads = 0
  const load = async () => {
    loads++
    return AccountView
  }
  const loader = createViewLoader({ views: { ...views, Account: { load } } })
  expect(loader.store.get().Connect).toMatchObject({ status: 'loaded' })
  expect(loader.store.get().Account).toBeUndefined()
  const first = loader.load('Account')
  expect(loader.store.get().Account).toEqual({ status: 'loading' })
  await Promise.all([first, loader.load('Account')])
  expect(loader.store.get().Account).toEqual({ status: 'loaded', Component: AccountView })
  expect(loads).toBe(1)
})

test('error: a view that failed to load can be retried', async () => {
  let online = false
  const load = async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module')
    return AccountView
  }
  const loader = createViewLoader({ views: { ...views, Account: { load } } })
  await loader.load('Account')
  expect(loader.store.get().Account).toEqual({ status: 'failed' })
  online = true
  await loader.load('Account')
  expect(loader.store.get().Account).toMatchObject({ status: 'loaded' })
})

test('the texts of the first click are available at once, all others with a view', async () => {
  const loader = createViewLoader({ views })
  expect(loader.readEnglish()['connect.title']).toBe('Connect wallet')
  expect(loader.readEnglish()['allWallets.search']).toBeUndefined()
  await loader.load('AllWallets')
  expect(loader.readEnglish()['allWallets.search']).toBe('Search wallets')
})

test('error: a view that throws keeps the modal alive', async () => {
  const { foyer } = await testFoyer({ options: { logLevel: 'silent' } })
  const modal = makeModal(foyer)
  await modal.open('SwitchNetwork', undefined as never)
  await expectAlert('Something went wrong. Try again.')
  await expectAccessible(modal)
  await modal.open('WhatIsAWallet')
  await expect.element(page.getByRole('heading', { name: 'What is a wallet?' })).toBeVisible()
})
