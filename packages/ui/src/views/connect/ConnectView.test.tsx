import { addConnector } from '@foyer/core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeDirectory,
  makeModal,
  plainFoyer,
  recordShake,
  untilStill,
} from '../../makeModal.test.kit.ts'
import { entryOf, testConnector } from '../../testConnector.test.kit.ts'
import { testWallet } from '../../testDirectory.test.kit.ts'
import { open } from '../../testFoyer.test.kit.ts'

const three = [testConnector(1), testConnector(2), testConnector(3)]
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

beforeEach(() => page.viewport(800, 800))

test('[2.3] shows the ways to connect: installed wallets first', async () => {
  const directory = makeDirectory(462)
  const modal = makeModal(plainFoyer({ connectors: three, apiUrl: directory.url }))
  await modal.open()
  await expect.element(heading('Connect wallet')).toBeVisible()
  await expect
    .poll(rows)
    .toEqual([
      'MarigoldInstalled',
      'NorthwindInstalled',
      'PebbleInstalled',
      'Harbour',
      'All wallets462',
    ])
  await expectAccessible(modal)
})

test('reserves space for loading wallets, and reports none only after discovery', async () => {
  const directory = makeDirectory(10)
  const answered = open()
  directory.answer = () => answered.promise
  const found = open()
  const modal = makeModal(
    plainFoyer({
      apiUrl: directory.url,
      features: { allWallets: false },
      adapters: [
        {
          namespace: 'eip155',
          isAddress: () => true,
          verifyAddress: async () => true,
          discover: (onConnector) =>
            found.promise.then(() => {
              onConnector(testConnector(1))
              return () => {}
            }),
        },
      ],
    }),
  )
  await modal.open()
  const height = () => inside(modal, '.list').getBoundingClientRect().height
  const empty = page.getByText('No wallet found in this browser.')
  await untilStill(inside(modal, '.card'))
  const before = height()
  expect(inside(modal, '.list').querySelectorAll('.skeleton-row')).toHaveLength(4)
  expect(empty.elements()).toHaveLength(0)
  await expectAccessible(modal)
  found.resolve()
  await expect.poll(rows).toContain('MarigoldInstalled')
  expect(height()).toBe(before)
  answered.resolve()
  await expect.poll(rows).toEqual(['MarigoldInstalled', 'Harbour', 'Northwind', 'Pebble'])
  expect(height()).toBe(before)
})

test('a wallet that announces itself later joins the list', async () => {
  const foyer = plainFoyer({ connectors: three.slice(0, 1) })
  const modal = makeModal(foyer)
  await modal.open()
  expect(rows()).toEqual(['MarigoldInstalled'])
  addConnector(foyer, testConnector(5))
  await expect.poll(rows).toEqual(['MarigoldInstalled', 'LanternInstalled'])
})

test('without an api and a wallet: one line and one action', async () => {
  const modal = makeModal(plainFoyer())
  await modal.open()
  await expect.element(page.getByText('No wallet found in this browser.')).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  await expect.element(heading('Get a wallet')).toBeVisible()
})

test('a wallet opens its prompt, one that is not installed its install page', async () => {
  const directory = makeDirectory(10)
  const modal = makeModal(plainFoyer({ connectors: three, apiUrl: directory.url }))
  await modal.open()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.element(heading('Marigold')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Harbour' }).click()
  await expect.element(heading('Get a wallet')).toBeVisible()
  await expect.element(page.getByText(/Harbour is not installed here/)).toBeVisible()
})

test('shows All wallets only with an api and the feature', async () => {
  const directory = makeDirectory(10)
  const all = page.getByRole('button', { name: /All wallets/ })
  for (const [allWallets, apiUrl, there] of [
    [true, directory.url, true],
    [false, directory.url, false],
    [true, undefined, false],
  ] as const) {
    const modal = makeModal(plainFoyer({ connectors: three, apiUrl, features: { allWallets } }))
    await modal.open()
    expect(all.elements().length > 0).toBe(there)
    modal.destroy()
  }
})

test('collapseWallets puts the wallets behind one row', async () => {
  const modal = makeModal(plainFoyer({ connectors: three, features: { collapseWallets: true } }))
  await modal.open()
  expect(rows()).toEqual(['Choose a wallet'])
  await page.getByRole('button', { name: 'Choose a wallet' }).click()
  await expect.poll(rows).toEqual(['MarigoldInstalled', 'NorthwindInstalled', 'PebbleInstalled'])
  await expectAccessible(modal)
})

const terms = {
  termsConditionsUrl: 'https://site.example/terms',
  privacyPolicyUrl: 'https://site.example/privacy',
}

test('[2.19] legalCheckbox blocks every way to connect until it is ticked', async () => {
  const asked: string[] = []
  const connector = testConnector(1, {
    connect() {
      asked.push('connect')
      return new Promise(() => {})
    },
  })
  const directory = makeDirectory(10)
  const modal = makeModal(
    plainFoyer({
      connectors: [connector],
      apiUrl: directory.url,
      features: { legalCheckbox: true },
      ...terms,
    }),
  )
  await modal.open()
  for (const name of [/Marigold/, /Harbour/, /All wallets/]) {
    const hasShaken = recordShake(modal)
    await page.getByRole('button', { name }).click()
    expect(modal.router.read().view).toBe('Connect')
    await expectAlert('Accept the terms first.')
    expect(hasShaken()).toBe(true)
    await expect.poll(() => modal.store.get().shake).toBe(false)
  }
  expect(modal.element.shadowRoot?.activeElement).toBe(page.getByRole('checkbox').element())
  await expectAccessible(modal)

  // Views that the site opens directly are blocked too.
  await modal.open('AllWallets')
  await page.getByRole('button', { name: 'Marigold Installed' }).click()
  expect(modal.router.read().view).toBe('AllWallets')
  await modal.open('ConnectingExternal', { entry: entryOf(connector) })
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(asked).toEqual([])

  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => asked).toEqual(['connect'])
  await modal.open()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => asked).toEqual(['connect', 'connect'])
})

test.each([
  [{ ...terms }, ['terms of service', 'privacy policy']],
  [{ termsConditionsUrl: terms.termsConditionsUrl }, ['terms of service']],
  [{ privacyPolicyUrl: terms.privacyPolicyUrl }, ['privacy policy']],
  [{}, []],
])(
  '[2.19] shows the terms and privacy links that are set, with and without the box: %o',
  async (urls, names) => {
    for (const legalCheckbox of [false, true]) {
      const modal = makeModal(
        plainFoyer({ connectors: three, features: { legalCheckbox }, ...urls }),
      )
      await modal.open()
      const links = page.getByRole('link').elements() as HTMLAnchorElement[]
      expect(links.map(({ textContent }) => textContent)).toEqual(names)
      expect(links.map(({ href }) => href)).toEqual(Object.values(urls))
      for (const { rel, target } of links)
        expect([target, rel]).toEqual(['_blank', 'noopener noreferrer'])
      expect(page.getByRole('checkbox').elements()).toHaveLength(legalCheckbox ? 1 : 0)
      modal.destroy()
    }
  },
)

test('a way to connect without a connector takes no space', async () => {
  const modal = makeModal(
    plainFoyer({
      connectors: three,
      features: { connectMethodsOrder: ['email', 'social', 'wallet'] },
    }),
  )
  await modal.open()
  expect(rows()).toHaveLength(3)
  expect(inside(modal, '.view').firstElementChild?.localName).toBe('ul')
})

test('renders hostile names and images of wallets safely', async () => {
  const name = '<img src=x onerror="window.hacked=1">'
  const modal = makeModal(
    plainFoyer({
      connectors: [
        testConnector(1, { name, imageUrl: 'javascript:window.hacked=1' }),
        testConnector(2, { imageUrl: 'https://broken.invalid/logo.png' }),
        testConnector(3, { name: 'x'.repeat(300) }),
      ],
    }),
  )
  await modal.open()
  await expect.element(page.getByText(name)).toBeVisible()
  await expect.poll(() => modal.element.shadowRoot?.querySelectorAll('.monogram').length).toBe(2)
  const { scrollWidth, clientWidth } = inside(modal, '.card')
  expect(scrollWidth).toBe(clientWidth)
  expect('hacked' in window).toBe(false)
})

test('works with the keyboard only', async () => {
  const modal = makeModal(plainFoyer({ connectors: three }))
  await modal.open()
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  expect(modal.element.shadowRoot?.activeElement?.textContent).toBe('NorthwindInstalled')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Northwind')).toBeVisible()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(heading('Connect wallet')).toBeVisible()
})

test('is in Arabic, from right to left, and passes axe', async () => {
  const modal = makeModal(plainFoyer({ connectors: three }), { locale: 'ar' })
  await modal.open()
  await expect.element(heading('ربط المحفظة')).toBeVisible()
  const row = inside(modal, '.row')
  const logo = inside(modal, '.row .logo').getBoundingClientRect()
  expect(logo.left).toBeGreaterThan(row.getBoundingClientRect().left + 200)
  await expectAccessible(modal)
  await modal.setLocale('es')
  await expect.element(heading('Conectar billetera')).toBeVisible()
})

test('lists a wallet of the site', async () => {
  const modal = makeModal(plainFoyer({ customWallets: [testWallet(6)] }))
  await modal.open()
  expect(rows()).toEqual(['Saffron'])
})
