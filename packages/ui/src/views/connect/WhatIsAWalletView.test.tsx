import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal, plainFoyer } from '../../makeModal.test.kit.ts'

test('shows three points, and a link to get a wallet', async () => {
  const modal = makeModal(plainFoyer())
  await modal.open()
  await page.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(3)
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
})
