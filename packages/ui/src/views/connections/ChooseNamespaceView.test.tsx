import type { Connector } from '@foyer/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import { namespacesFoyer } from './namespaces.test.kit.ts'

/** The same name for both, so that they are joined into one wallet. */
const together: NonNullable<Parameters<typeof namespacesFoyer>[0]> = {
  connected: [],
  setUp({ eip155, solana }) {
    solana.name = eip155.name
  },
}
async function openChoice(kit: Parameters<typeof namespacesFoyer>[0] = {}) {
  const made = await namespacesFoyer({ ...together, ...kit })
  const modal = makeModal(made.foyer)
  await modal.open('Connect')
  await page.getByRole('button', { name: /Example Wallet/ }).click()
  await expect.element(page.getByText('Where do you want to use Example Wallet?')).toBeVisible()
  return { ...made, modal }
}
const connectorOf = (connection: unknown) => (connection as { connector?: Connector }).connector?.id

test('a wallet with two namespaces asks for one, and connects it', async () => {
  const { foyer, modal, wallets } = await openChoice()
  await expect.element(page.getByRole('button', { name: 'EVM Ethereum, Base' })).toBeVisible()
  await expectAccessible(modal)
  const row = page.getByRole('button', { name: /^Solana/ })
  ;(row.element() as HTMLElement).click()
  // Synchronous in the click: WebKit blocks later windows.
  expect(foyer.store.get().connections.solana?.status).toBe('connecting')
  await expect.poll(() => foyer.store.get().connections.solana?.status).toBe('connected')
  expect(foyer.store.get().connections.eip155?.status).not.toBe('connected')
  expect(foyer.store.get().activeNamespace).toBe('solana')
  expect(wallets.eip155.asked).toEqual([])
})

test("namespaces are in the site's order, whichever member was found first", async () => {
  let found: Connector[] = []
  await openChoice({
    setUp(wallets) {
      together.setUp?.(wallets)
      found = [wallets.solana.connector, wallets.eip155.connector]
    },
    options: {
      get connectors() {
        return found
      },
    },
  })
  const titles = [...page.getByRole('listitem').elements()].map(
    (row) => row.querySelector('.row-title')?.textContent,
  )
  expect(titles).toEqual(['EVM', 'Solana'])
})

test('a connected namespace is marked, and activated without asking the wallet again', async () => {
  const { foyer, modal, wallets } = await openChoice({ connected: ['eip155', 'solana'] })
  await expect
    .element(page.getByRole('button', { name: /Solana Connected with Example Wallet/ }))
    .toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: /EVM Connected with Example Wallet/ }).click()
  await expect.poll(() => modal.router.read().view).toBe('Account')
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  expect(wallets.eip155.asked).toEqual(['connect'])
  expect(connectorOf(foyer.store.get().connections.eip155)).toBe('org.example.eip155')
})
