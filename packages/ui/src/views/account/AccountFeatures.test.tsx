import type { Features } from '@foyer/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, inside, makeModal } from '../../makeModal.test.kit.ts'
import { never } from '../../testConnector.test.kit.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'

async function openAccount(features: Partial<Features> = {}, supportsAll = false) {
  const apiUrl = supportsAll ? 'https://api.invalid' : undefined
  const kit = await testFoyer({ options: { apiUrl, features } })
  if (supportsAll)
    Object.assign(kit.foyer.adapters.eip155 ?? {}, { readSwapCall: never, send: never })
  const modal = makeModal(kit.foyer)
  await modal.open('Account')
  return { ...kit, modal }
}
const buttons = (modal: { element: HTMLElement }) =>
  [...(modal.element.shadowRoot?.querySelectorAll('.account-buttons button') ?? [])].map(
    ({ textContent }) => textContent,
  )

test('[9.19] a button opens its view, and Back returns', async () => {
  const { modal } = await openAccount()
  await page.getByRole('button', { name: 'Receive' }).click()
  await expect.element(page.getByRole('heading', { name: 'Receive' })).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('button', { name: 'Receive' })).toBeVisible()
})

test('[9.19] the buttons are in the order onramp, swaps, receive, send, or in the site’s', async () => {
  for (const [features, order] of [
    [{}, ['Buy', 'Swap', 'Receive', 'Send']],
    [
      { walletFeaturesOrder: ['send', 'receive', 'swaps', 'onramp'] },
      ['Send', 'Receive', 'Swap', 'Buy'],
    ],
  ] as const) {
    const { modal } = await openAccount(features, true)
    await expect.poll(() => buttons(modal)).toEqual(order)
    modal.destroy()
  }
})

test('[6.5] [9.20] a feature that is off has no button', async () => {
  const { modal } = await openAccount({ onramp: false, receive: false, send: false, swaps: false })
  await expect.element(page.getByRole('button', { name: 'Settings' })).toBeVisible()
  await expect.poll(() => getComputedStyle(inside(modal, '.account-features')).display).toBe('none')
  expect(buttons(modal)).toEqual([])
})
