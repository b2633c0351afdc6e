import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { createModal } from '../../createModal.ts'
import {
  expectAccessible,
  inside,
  makeDirectory,
  makeModal,
  plainFoyer,
} from '../../makeModal.test.kit.ts'
import { open } from '../../testFoyer.test.kit.ts'
import {
  beInSight,
  beOn,
  linkedWallet,
  pairingOptions,
  testPairing,
  watchOpened,
} from './testPairing.test.kit.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const button = (name: string) => page.getByRole('button', { name })
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

/** A phone with the list of wallets open, and everything preloaded for a tap. */
async function onPhone(
  wallets: ReturnType<typeof linkedWallet>[],
  options: createModal.Options = {},
) {
  beOn('ios')
  const opened = watchOpened()
  const directory = makeDirectory(0)
  directory.wallets = wallets
  const pairing = testPairing()
  const foyer = plainFoyer({ ...pairingOptions(pairing), apiUrl: directory.url })
  const modal = makeModal(foyer, options)
  await modal.open('Connect')
  await expect.element(button(wallets[0]?.name ?? '')).toBeVisible()
  await expect.poll(() => foyer.store.get().pairing.wcUri).toBeDefined()
  // Code of the next view, which loads the rest for a tap.
  await modal.prefetch('ConnectingWalletConnect')
  await Promise.all([import('./chooseWallet.ts'), import('./askWallet.ts')])
  await new Promise((resolve) => setTimeout(resolve, 50))
  return { foyer, modal, opened, pairing }
}

/** Collects links that open within the tap's own task. */
function tap(name: string, opened: readonly unknown[]): number {
  const before = opened.length
  ;(button(name).element() as HTMLElement).click()
  return opened.length - before
}

beforeEach(() => page.viewport(390, 844))

test('[5.20] lists only wallets that open on a phone', async () => {
  await onPhone([
    linkedWallet(0),
    linkedWallet(1, { mobile_link: null, desktop_link: 'm://' }),
    linkedWallet(2),
  ])
  await expect.poll(rows).toEqual(['WalletConnect', 'Harbour', 'Northwind', 'All wallets3'])
})

test('a tap opens the app synchronously, with a prepared URI', async () => {
  const { foyer, modal, opened, pairing } = await onPhone([linkedWallet(0)])
  const { wcUri = '' } = foyer.store.get().pairing
  expect(pairing.attempts).toHaveLength(0)
  expect(tap('Harbour', opened)).toBe(1)
  expect(opened[0]?.[0]).toBe(`wallet0://wc?uri=${encodeURIComponent(wcUri)}`)
  await expect.element(heading('Harbour')).toBeVisible()
  await expect.element(page.getByText('Approve in Harbour, then return here.')).toBeVisible()
  await expect.poll(() => pairing.attempts.length).toBe(1)
  expect(pairing.last().uri).toBe(wcUri)
  expect(pairing.last().readLink()).toEqual({ name: 'Harbour', href: 'wallet0://' })
  await expectAccessible(modal)
  // To the wallet and back: no action is left here.
  beInSight(false)
  pairing.last().scan()
  pairing.last().approve()
  beInSight(true)
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
  expect(foyer.store.get().pairing.wcLinking).toEqual({ name: 'Harbour', href: 'wallet0://' })
})

test('if no app opened, keeps buttons to open it again and to install it', async () => {
  const { modal, opened } = await onPhone([linkedWallet(0)])
  tap('Harbour', opened)
  await expect.element(button('Open Harbour')).toBeVisible()
  await expect.element(button('Get Harbour')).toBeVisible()
  await expectAccessible(modal)
  expect(tap('Open Harbour', opened)).toBe(1)
})

test('shows no failure if the user left for the app', async () => {
  const { opened } = await onPhone([linkedWallet(0)])
  tap('Harbour', opened)
  await expect.element(page.getByText('Approve in Harbour, then return here.')).toBeVisible()
  beInSight(false)
  await new Promise((resolve) => setTimeout(resolve, 2_300))
  beInSight(true)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(button('Get Harbour').elements()).toHaveLength(0)
})

test('without a URI yet, the button waits for it and then opens', async () => {
  beOn('ios')
  const opened = watchOpened()
  const pairing = testPairing()
  const making = open()
  pairing.make = () => making.promise
  const directory = makeDirectory(0)
  directory.wallets = [linkedWallet(0)]
  const modal = makeModal(plainFoyer({ ...pairingOptions(pairing), apiUrl: directory.url }))
  await modal.open('Connect')
  await expect.element(button('Harbour')).toBeVisible()
  expect(tap('Harbour', opened)).toBe(0)
  await expect.element(button('Open Harbour')).toBeVisible()
  expect(tap('Open Harbour', opened)).toBe(0)
  await expect.poll(() => inside(modal, '.button').ariaBusy).toBe('true')
  pairing.make = async () => {}
  making.resolve()
  await expect.poll(() => inside(modal, '.button').ariaBusy).toBe('false')
  expect(tap('Open Harbour', opened)).toBe(1)
})

test('a tap before the URI opens the app as soon as it is ready, within its time', async () => {
  beOn('ios')
  const opened = watchOpened()
  const pairing = testPairing()
  const making = open()
  pairing.make = () => making.promise
  const directory = makeDirectory(0)
  directory.wallets = [linkedWallet(0)]
  const modal = makeModal(plainFoyer({ ...pairingOptions(pairing), apiUrl: directory.url }))
  await modal.open('Connect')
  await expect.element(button('Harbour')).toBeVisible()
  // A browser lets a page use a tap for about as long as Foyer does.
  const userActivation = { configurable: true, value: { isActive: true } }
  Object.defineProperty(navigator, 'userActivation', userActivation)
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'))
  expect(tap('Harbour', opened)).toBe(0)
  await expect.element(button('Open Harbour')).toBeVisible()
  expect(opened).toHaveLength(0)
  pairing.make = async () => {}
  making.resolve()
  await expect.poll(() => opened.length).toBe(1)
  await expect.element(page.getByText('Approve in Harbour, then return here.')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(opened).toHaveLength(1)
})

test.each([
  ['https://t.me/wallet', /^https:\/\/t\.me\/wallet\?startapp=[\w%]+$/],
  ['https://harbour.example', /^https:\/\/harbour\.example\/wc\?uri=wc%3A/],
] as const)('the form of %s', async (mobile_link, form) => {
  const { opened } = await onPhone([linkedWallet(0, { mobile_link })])
  expect(tap('Harbour', opened)).toBe(1)
  expect(opened[0]?.[0]).toMatch(form)
})

test('a universal link replaces the scheme if the site prefers it', async () => {
  const wallet = linkedWallet(0, { link_mode: 'https://harbour.example' })
  const { opened } = await onPhone([wallet], { preferUniversalLinks: true })
  tap('Harbour', opened)
  expect(opened[0]?.[0]).toMatch(/^https:\/\/harbour\.example\/wc\?uri=/)
})

test('an approval still connects after closing when the app was opened', async () => {
  const { foyer, modal, opened, pairing } = await onPhone([linkedWallet(0)])
  tap('Harbour', opened)
  await expect.poll(() => pairing.attempts.length).toBe(1)
  modal.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(pairing.last().signal.aborted).toBe(false)
  pairing.last().approve()
  await expect.poll(() => foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('closing the list ends the prepared URI', async () => {
  const { foyer, modal, pairing } = await onPhone([linkedWallet(0)])
  expect(pairing.prepared).toBe(1)
  modal.close()
  await expect.poll(() => foyer.store.get().pairing.wcUri).toBeUndefined()
  await expect.poll(() => foyer.running.preparing).toBeUndefined()
})

test('WalletConnect opens a code for another device, smaller on a phone', async () => {
  const { modal } = await onPhone([linkedWallet(0)])
  await button('WalletConnect').click()
  await expect
    .element(page.getByText('Scan this code with a wallet on another device.'))
    .toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Code to scan with a wallet' })).toBeVisible()
  await expectAccessible(modal)
})
