import { addConnector } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import { open } from '../../testFoyer.test.kit.ts'
import { testLogin } from '../../testLogin.test.kit.ts'
import { devnetId, namespacesFoyer, solanaId } from './namespaces.test.kit.ts'

/** An EVM wallet is connected, and a Solana network was chosen. */
async function openNamespace(kit: Parameters<typeof namespacesFoyer>[0] = {}) {
  const made = await namespacesFoyer({ connected: ['eip155'], ...kit })
  const modal = makeModal(made.foyer)
  await modal.open('Networks')
  await page.getByRole('button', { name: /Solana Devnet/ }).click()
  await expect.element(page.getByText('Connect a wallet for Solana Devnet')).toBeVisible()
  return { ...made, modal }
}

test('[4.23] another namespace without a wallet: its wallets, the reason, and that network once one is connected', async () => {
  const { foyer, modal, wallets } = await openNamespace()
  await expect.element(page.getByText('Your other wallets stay connected.')).toBeVisible()
  // Only wallets of that namespace.
  expect(page.getByRole('button', { name: /Example Wallet/ }).elements()).toHaveLength(0)
  expect(foyer.store.get()).toMatchObject({
    activeNamespace: 'eip155',
    activeChainIds: { solana: solanaId },
  })
  await expectAccessible(modal)
  await page.getByRole('button', { name: /Harbour/ }).click()
  await expect.poll(() => foyer.store.get().activeNamespace).toBe('solana')
  await expect
    .poll(() => foyer.store.get().connections.solana)
    .toMatchObject({ status: 'connected', chainId: devnetId })
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
  expect(wallets.solana.asked).toEqual(['connect'])
})

test('[4.23] in the other direction the wallet is asked to switch once it is connected', async () => {
  const { foyer, wallets } = await namespacesFoyer({ connected: ['solana'] })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await page.getByRole('button', { name: 'Base' }).click()
  await page.getByRole('button', { name: /Example Wallet/ }).click()
  await expect.poll(() => wallets.eip155.asked).toEqual(['connect', 'switch eip155:8453'])
  await expect
    .poll(() => foyer.store.get().connections.eip155)
    .toMatchObject({ status: 'connected', chainId: 'eip155:8453' })
})

test('going back changes nothing until the wallet approves', async () => {
  const { foyer, modal, wallets } = await openNamespace()
  const { activeChainIds, activeNamespace } = foyer.store.get()
  const asked = open()
  wallets.solana.answer = () => asked.promise
  await page.getByRole('button', { name: /Harbour/ }).click()
  await expect.element(page.getByText('Open Harbour and approve the connection.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
  expect(modal.store.get().namespace).toBe(undefined)
  expect(foyer.store.get()).toMatchObject({ activeChainIds, activeNamespace })
  asked.resolve()
  await expect.poll(() => foyer.store.get().connections.solana?.status).toBe('connected')
})

test('after a rejection the first wallet stays connected, and the user can retry', async () => {
  const { foyer, wallets } = await openNamespace()
  wallets.solana.answer = () => Promise.reject(new FoyerError('user-rejected'))
  await page.getByRole('button', { name: /Harbour/ }).click()
  await expect.element(page.getByText('You declined the request. Try again?')).toBeVisible()
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  wallets.solana.answer = async () => {}
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => foyer.store.get().connections.solana)
    .toMatchObject({ status: 'connected', chainId: devnetId })
})

test('switches to the network although the modal was closed before the approval', async () => {
  const { foyer, modal, wallets } = await openNamespace()
  const asked = open()
  wallets.solana.answer = () => asked.promise
  await page.getByRole('button', { name: /Harbour/ }).click()
  await expect.element(page.getByText('Open Harbour and approve the connection.')).toBeVisible()
  await expect.poll(() => foyer.store.get().connections.solana?.status).toBe('connecting')
  modal.close()
  asked.resolve()
  await expect
    .poll(() => foyer.store.get().connections.solana)
    .toMatchObject({ status: 'connected', chainId: devnetId })
})

test('opened by the site for a namespace: the chosen wallet connects it', async () => {
  const { foyer } = await namespacesFoyer({ connected: [] })
  const modal = makeModal(foyer)
  await modal.open('ConnectNamespace', { namespace: 'solana' })
  await expect.element(page.getByText('Connect a wallet for Solana')).toBeVisible()
  await page.getByRole('button', { name: /Harbour/ }).click()
  await expect.poll(() => foyer.store.get().connections.solana?.status).toBe('connected')
})

test('a login connects a namespace if the site has one; the other wallet stays', async () => {
  const { foyer } = await namespacesFoyer({ connected: ['eip155'] })
  const login = testLogin()
  login.isIn = true
  login.answers.connectEmail = async () => ({ action: 'CONNECT' })
  addConnector(foyer, login.connector)
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await page.getByRole('button', { name: /Solana Devnet/ }).click()
  const email = page.getByRole('textbox', { name: 'Email address' })
  await expect.element(email).toBeVisible()
  await expectAccessible(modal)
  await email.fill('ada@example.com')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  const { connections } = foyer.store.get()
  expect(connections.solana).toMatchObject({ status: 'connected', connector: login.connector })
  expect(connections.eip155).toMatchObject({
    status: 'connected',
    connector: { id: 'org.example.eip155' },
  })
})
