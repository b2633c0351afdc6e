import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { createModal } from '../../createModal.ts'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeDirectory,
  makeModal,
  plainFoyer,
  recordShake,
  recordText,
} from '../../makeModal.test.kit.ts'
import { testConnector } from '../../testConnector.test.kit.ts'
import {
  linkedWallet,
  pairingOptions,
  scan,
  testPairing,
  watchCopied,
  watchOpened,
} from './testPairing.test.kit.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const code = () => page.getByRole('img', { name: 'Code to scan with a wallet' })
const button = (name: string) => page.getByRole('button', { name })
const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent)

const mobile = { mobile_link: 'harbour://' }
const desktop = { desktop_link: 'harbour-desktop://' }
const web = { webapp_link: 'https://harbour.example/app' }

/** Opens the list, and picks the directory wallet. */
async function chosen(
  links: Parameters<typeof linkedWallet>[1],
  { pairs = true, ...options }: createModal.Options & { pairs?: boolean } = {},
) {
  const directory = makeDirectory(0)
  directory.wallets = [linkedWallet(0, { mobile_link: null, ...links })]
  const pairing = testPairing()
  const foyer = plainFoyer({
    ...(pairs && pairingOptions(pairing)),
    apiUrl: directory.url,
    features: { allWallets: false },
  })
  const modal = makeModal(foyer, options)
  await modal.open('Connect')
  await button('Harbour').click()
  return { foyer, modal, pairing }
}

beforeEach(() => page.viewport(800, 800))

test('[5.21] a mobile wallet opens its code, with its logo; without pairing its install page', async () => {
  const { modal, pairing } = await chosen(mobile)
  await expect.element(heading('Harbour')).toBeVisible()
  await expect.element(code()).toBeVisible()
  await expect.element(page.getByText('Scan this code with Harbour on your phone.')).toBeVisible()
  expect(tabs()).toEqual([])
  await expectAccessible(modal)
  await expect.poll(async () => (await scan(inside(modal, '.qr'))).text).toBe(pairing.last().uri)
  expect(inside<HTMLImageElement>(modal, '.qr img').src).toContain('data:image/svg')
  const scroll = inside(modal, '.scroll')
  expect(scroll.scrollHeight).toBe(scroll.clientHeight)
  await button('Get Harbour').click()
  await expect.element(heading('Get a wallet')).toBeVisible()
  modal.destroy()

  await chosen(mobile, { pairs: false })
  await expect.element(heading('Get a wallet')).toBeVisible()
})

test('[5.21] only wallets with a mobile, desktop or web link are listed', async () => {
  const directory = makeDirectory(0)
  directory.wallets = [
    linkedWallet(0, mobile),
    linkedWallet(1, { mobile_link: null, ...desktop }),
    linkedWallet(2, { mobile_link: null, ...web }),
    linkedWallet(3, { mobile_link: null }),
  ]
  const modal = makeModal(plainFoyer({ ...pairingOptions(testPairing()), apiUrl: directory.url }))
  await modal.open('AllWallets')
  await expect.element(button('Northwind')).toBeVisible()
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Harbour', 'Marigold', 'Northwind'])
})

test('offers no install button without a known link', async () => {
  const nowhere = { homepage: null, chrome_store: null, app_store: null, play_store: null }
  await chosen({ ...mobile, ...nowhere })
  await expect.element(code()).toBeVisible()
  expect(button('Get Harbour').elements()).toHaveLength(0)
})

test('lists every way, the nearest first; one connection for all of them', async () => {
  const { modal, pairing } = await chosen({ ...mobile, ...desktop, ...web })
  await expect.poll(tabs).toEqual(['Phone', 'Desktop', 'Web'])
  await expect.element(code()).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('tab', { name: 'Phone' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(button('Open Harbour')).toBeVisible()
  expect(code().elements()).toHaveLength(0)
  await expectAccessible(modal)
  await page.getByRole('tab', { name: 'Web' }).click()
  await expect.element(button('Open Harbour')).toBeVisible()
  expect(pairing.attempts).toHaveLength(1)
})

test('opens a desktop app by its link, which is stored for its requests', async () => {
  const opened = watchOpened()
  const { foyer, modal, pairing } = await chosen(desktop)
  await expect.poll(() => pairing.attempts.length).toBe(1)
  await expect.element(page.getByText('Open Harbour and approve the connection.')).toBeVisible()
  const isAsked = recordText(modal, 'Approve in Harbour, then return here.')
  await button('Open Harbour').click()
  expect(opened.map(([href]) => href)).toEqual([
    `harbour-desktop://wc?uri=${encodeURIComponent(pairing.last().uri)}`,
  ])
  await expect
    .poll(() => pairing.last().readLink())
    .toEqual({ name: 'Harbour', href: 'harbour-desktop://' })
  await expect.poll(isAsked).toBe(true)
  await expectAccessible(modal)
  pairing.last().approve()
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
  expect(foyer.store.get().recentWallets.map(({ id }) => id)).toEqual(['wallet-0'])
})

test('opens a web wallet in a new tab', async () => {
  const opened = watchOpened()
  const { pairing } = await chosen(web)
  await expect.poll(() => pairing.attempts.length).toBe(1)
  await button('Open Harbour').click()
  expect(opened).toEqual([
    [`https://harbour.example/app/wc?uri=${encodeURIComponent(pairing.last().uri)}`, '_blank'],
  ])
  // Web wallets need no install, even if their tab did not open.
  await expect.element(page.getByText('Did nothing open? Try again.')).toBeVisible()
  expect(button('Get Harbour').elements()).toHaveLength(0)
})

test('if no app opened, shows that, opens again, and offers to install', async () => {
  const opened = watchOpened()
  const { modal, pairing } = await chosen(desktop)
  await expect.poll(() => pairing.attempts.length).toBe(1)
  await button('Open Harbour').click()
  await expect.element(page.getByText('Did nothing open? Try again.')).toBeVisible()
  await expectAccessible(modal)
  await button('Open Harbour').click()
  expect(opened).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: 'Get Harbour' })).toBeVisible()
  await button('Get Harbour').click()
  await expect.element(heading('Get a wallet')).toBeVisible()
})

test('copies the link for a wallet that is opened by hand', async () => {
  const copied = watchCopied()
  const { modal, pairing } = await chosen(desktop)
  await expect.poll(() => pairing.attempts.length).toBe(1)
  const isCopied = recordText(modal, 'Link copied')
  await button('Copy link').click()
  await expect.poll(isCopied).toBe(true)
  expect(copied).toEqual([pairing.last().uri])
})

test('shakes and shows a rejection, and asks again', async () => {
  const { modal, pairing } = await chosen(desktop)
  await expect.poll(() => pairing.attempts.length).toBe(1)
  const hasShaken = recordShake(modal)
  pairing.last().fail(new FoyerError('user-rejected'))
  await expectAlert('You declined the request. Try again?')
  expect(hasShaken()).toBe(true)
  await expectAccessible(modal)
  await button('Try again').click()
  await expect.poll(() => pairing.attempts.length).toBe(2)
  await expect.element(button('Open Harbour')).toBeVisible()
})

test.each([
  ['request-timed-out', 'Harbour did not answer. Open it, then try again.'],
  ['http-failed', 'Wallets could not be reached. Try again.'],
] as const)('error: %s', async (errorCode, text) => {
  const { modal, pairing } = await chosen(desktop)
  watchOpened()
  await expect.poll(() => pairing.attempts.length).toBe(1)
  await button('Open Harbour').click()
  const hasShaken = recordShake(modal)
  pairing.last().fail(new FoyerError(errorCode))
  await expectAlert(text)
  expect(hasShaken()).toBe(false)
  await expectAccessible(modal)
})

test('error: never opens an unsafe link', async () => {
  const opened = watchOpened()
  const { foyer, pairing } = await chosen({ desktop_link: 'javascript:alert(1)//' })
  await expect.poll(() => pairing.attempts.length).toBe(1)
  await button('Open Harbour').click()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(opened).toEqual([])
  expect(foyer.store.get().pairing.wcLinking).toBeUndefined()
})

test('offers the phone when an installed wallet fails', async () => {
  const directory = makeDirectory(0)
  directory.wallets = [linkedWallet(1, mobile)]
  const pairing = testPairing()
  const installed = testConnector(1, {
    connect: () => Promise.reject(new FoyerError('internal')),
  })
  const foyer = plainFoyer({
    connectors: [pairing.connector, installed],
    apiUrl: directory.url,
  })
  const modal = makeModal(foyer)
  await modal.open()
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expectAlert('Marigold could not connect. Try again.')
  await expectAccessible(modal)
  await button('Use your phone instead').click()
  await expect.element(code()).toBeVisible()
  expect(tabs()).toEqual(['Browser', 'Phone'])
  await expectAccessible(modal)
  await page.getByRole('tab', { name: 'Browser' }).click()
  await expect.poll(() => foyer.store.get().connections.eip155?.status).toBe('disconnected')
  await button('Open Marigold').click()
  await expectAlert('Marigold could not connect. Try again.')
})

test('after going back nothing is connecting, and a wallet that scanned the code may still approve', async () => {
  const { foyer, pairing } = await chosen(mobile)
  const status = () => foyer.store.get().connections.eip155?.status
  await expect.poll(() => pairing.attempts.length).toBe(1)
  await button('Back').click()
  await expect.poll(status).toBe('disconnected')
  await button('Harbour').click()
  await expect.poll(status).toBe('connecting')
  expect(pairing.attempts.length).toBe(1)
  pairing.last().approve()
  await expect.poll(status).toBe('connected')
})
