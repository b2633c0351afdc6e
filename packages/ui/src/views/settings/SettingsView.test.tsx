import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emulateMedia } from '../../emulateMedia.test.kit.ts'
import { expectAccessible, inside, makeModal } from '../../makeModal.test.kit.ts'
import { address, testFoyer, testStorage } from '../../testFoyer.test.kit.ts'

async function openSettings(options: Parameters<typeof makeModal>[1] = {}) {
  const kit = await testFoyer()
  const modal = makeModal(kit.foyer, options)
  await modal.open('Settings')
  return { ...kit, modal }
}

test('applies a theme at once', async () => {
  const { modal } = await openSettings()
  const card = inside(modal, '.card')
  await expect.element(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect(modal.theme.store.get().mode).toBe('dark')
  expect(getComputedStyle(card).backgroundColor).toBe('rgb(23, 22, 20)')
  await expectAccessible(modal)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('radio', { name: 'Light' })).toBeChecked()
  expect(getComputedStyle(card).backgroundColor).toBe('rgb(255, 255, 255)')
  await expectAccessible(modal)
  await page.getByRole('radio', { name: 'System' }).click()
  expect(modal.theme.store.get().mode).toBe(undefined)
})

test('in forced colors the chosen theme still differs from the others', async () => {
  const { modal } = await openSettings()
  await expect.element(page.getByRole('radio', { name: 'Light' })).toBeVisible()
  await emulateMedia('forced-colors', 'active')
  const options = [...modal.element.shadowRoot!.querySelectorAll('.choice-option')].slice(0, 3)
  const colors = options.map((option) => getComputedStyle(option).backgroundColor)
  expect(new Set(colors).size).toBe(2)
})

test('changes the language; each is listed by its own name', async () => {
  const { modal } = await openSettings()
  await page.getByRole('radio', { name: 'Español' }).click()
  await expect.element(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  await page.getByRole('radio', { name: 'العربية' }).click()
  await expect.element(page.getByRole('heading', { name: 'الإعدادات' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'العربية' })).toBeChecked()
  expect(inside(modal, '.foyer').getAttribute('dir')).toBe('rtl')
  await expectAccessible(modal)
  await page.getByRole('radio', { name: 'English' }).click()
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('remembers theme and language over a reload, until the site sets others', async () => {
  const storage = testStorage()
  const open = async (
    options: Parameters<typeof makeModal>[1] = {},
    themeMode?: 'dark' | 'light',
  ) => {
    const { foyer } = await testFoyer({ options: { storage, themeMode } })
    const modal = makeModal(foyer, options)
    return modal
  }
  const first = await open()
  await first.open('Settings')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('radio', { name: 'Español' }).click()
  await expect.element(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  first.destroy()

  const second = await open()
  await second.open('Settings')
  await expect.element(page.getByRole('radio', { name: 'Español' })).toBeChecked()
  expect(second.theme.store.get().mode).toBe('dark')
  await page.getByRole('radio', { name: 'Sistema' }).click()
  second.destroy()

  const third = await open()
  await third.open('Settings')
  await expect.element(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  expect(third.theme.store.get().mode).toBe(undefined)
  third.destroy()

  // The site has settings of its own since.
  const fourth = await open({ locale: 'ar' }, 'light')
  await fourth.open('Settings')
  await expect.element(page.getByRole('heading', { name: 'الإعدادات' })).toBeVisible()
  expect(fourth.theme.store.get().mode).toBe('light')
  fourth.destroy()

  // Or has changed them before the modal is shown.
  const fifth = await open()
  fifth.setThemeMode('light')
  await fifth.setLocale('ar')
  await fifth.open('Settings')
  await expect.element(page.getByRole('heading', { name: 'الإعدادات' })).toBeVisible()
  expect(fifth.theme.store.get().mode).toBe('light')
})

test('a stored choice that is none changes nothing', async () => {
  const storage = testStorage()
  storage.setItem('foyer.1.test.looks', '{"theme":{"site":"system","chosen":"blue"},"locale":7}')
  const { foyer } = await testFoyer({ options: { storage } })
  const modal = makeModal(foyer)
  await modal.open('Settings')
  await expect.element(page.getByRole('radio', { name: 'System' })).toBeChecked()
})

test('includes the site’s own language', async () => {
  const { modal } = await openSettings({
    locale: 'fr',
    messages: { 'settings.title': 'Réglages' },
  })
  await expect.element(page.getByRole('heading', { name: 'Réglages' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Français' })).toBeChecked()
  await expectAccessible(modal)
})

test('shows the connected wallet, opens its explorer, and disconnects it', async () => {
  const { foyer, modal } = await openSettings()
  await expect.element(page.getByText('Example Wallet')).toBeVisible()
  await expect.element(page.getByText('0x5290…9EE7')).toBeVisible()
  const link = page.getByRole('link', { name: 'View on explorer' }).element()
  expect((link as HTMLAnchorElement).href).toBe(`https://explorer.invalid/address/${address}`)
  expect((link as HTMLAnchorElement).rel).toBe('noopener noreferrer')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('disconnected')
})

test('fits the narrowest phone', async () => {
  await page.viewport(320, 640)
  const { modal } = await openSettings({ locale: 'es' })
  await expect.element(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  const scroll = inside(modal, '.scroll')
  expect(scroll.scrollWidth).toBe(scroll.clientWidth)
  for (const text of modal.element.shadowRoot?.querySelectorAll('.choice-text') ?? [])
    expect(text.scrollWidth, text.textContent ?? '').toBeLessThanOrEqual(text.clientWidth)
  await page.viewport(414, 896)
})
