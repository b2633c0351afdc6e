import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeModal } from '../makeModal.test.kit.ts'
import { namespacesFoyer } from '../views/connections/namespaces.test.kit.ts'

function place(name: string, namespace: string) {
  const element = document.createElement(name)
  element.setAttribute('namespace', namespace)
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}
const inner = (element: Element) => element.shadowRoot?.querySelector('button')
const shown = (element: Element) =>
  expect.poll(() => inner(element)?.querySelector('.text')?.textContent)

test('a button of one namespace shows its account and network, even if another is active', async () => {
  const { foyer } = await namespacesFoyer()
  makeModal(foyer)
  const [evm, solana] = [place('foyer-account-button', 'eip155'), place('foyer-button', 'solana')]
  const [evmNetwork, solanaNetwork] = ['eip155', 'solana'].map((one) =>
    place('foyer-network-button', one),
  ) as [HTMLElement, HTMLElement]
  await shown(evm).toBe('0x5290…9EE7')
  await shown(solana).toBe('7Np4…T4K2')
  await expect.poll(() => inner(solana)?.textContent).toContain('1.2345 SOL')
  await shown(evmNetwork).toBe('Ethereum')
  await shown(solanaNetwork).toBe('Solana')
  expect((await axe.run(evm)).violations).toEqual([])
  inner(evm)?.click()
  await expect.element(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('a button of a disconnected namespace opens its wallets', async () => {
  const { foyer } = await namespacesFoyer({ connected: ['eip155'] })
  makeModal(foyer)
  const element = place('foyer-button', 'solana')
  await shown(element).toBe('Connect wallet')
  inner(element)?.click()
  await expect.element(page.getByText('Connect a wallet for Solana')).toBeVisible()
  await page.getByRole('button', { name: /Harbour/ }).click()
  await shown(element).toBe('7Np4…T4K2')
})
