import { connect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { createModal } from '../../createModal.ts'
import { emulateMedia } from '../../emulateMedia.test.kit.ts'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  plainFoyer,
  recordShake,
  recordText,
} from '../../makeModal.test.kit.ts'
import { open } from '../../testFoyer.test.kit.ts'
import {
  beInSight,
  beOn,
  beOnline,
  pairingOptions,
  scan,
  testPairing,
  watchCopied,
  watchOpened,
} from './testPairing.test.kit.ts'

const code = () => page.getByRole('img', { name: 'Code to scan with a wallet' })

function prepared(options: createModal.Options = {}) {
  const pairing = testPairing()
  const foyer = plainFoyer(pairingOptions(pairing))
  const modal = makeModal(foyer, options)
  return { pairing, foyer, modal }
}

async function opened() {
  const all = prepared()
  await all.modal.open('ConnectingWalletConnectBasic')
  await expect.element(code()).toBeVisible()
  return all
}

const status = (foyer: ReturnType<typeof plainFoyer>) =>
  foyer.store.get().connections.eip155?.status

beforeEach(() => page.viewport(800, 800))

test('[2.6] shows a code to scan, and copies its link', async () => {
  const copied = watchCopied()
  const { modal, pairing } = await opened()
  await expect.element(page.getByRole('heading', { name: 'Scan with your wallet' })).toBeVisible()
  await expect
    .element(page.getByText('Open a wallet on your phone and scan this code.'))
    .toBeVisible()
  await expectAccessible(modal)
  const isCopied = recordText(modal, 'Link copied')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(isCopied).toBe(true)
  expect(copied).toEqual([pairing.last().uri])
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('error: reports a clipboard that refuses', async () => {
  watchCopied({ refuses: true })
  const { modal } = await opened()
  const isTold = recordText(modal, 'The link could not be copied.')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(isTold).toBe(true)
})

test('while the code loads: reserves space, disables copying, and moves nothing', async () => {
  const { modal, pairing } = prepared()
  const making = open()
  pairing.make = () => making.promise
  await modal.open('ConnectingWalletConnectBasic')
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  expect(inside(modal, '.qr').ariaBusy).toBe('true')
  await expectAccessible(modal)
  const height = () => inside(modal, '.pairing').getBoundingClientRect().height
  const before = height()
  making.resolve()
  await expect.element(code()).toBeVisible()
  expect(height()).toBe(before)
})

test('asks to approve in the wallet after a scan, shows the approval, and closes', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  const { foyer, modal, pairing } = await opened()
  pairing.last().scan()
  await expect.element(page.getByText('Approve in your wallet')).toBeVisible()
  expect(code().elements()).toHaveLength(0)
  await expect.poll(() => inside(modal, '.wallet-arc').getAnimations()).toHaveLength(1)
  await expectAccessible(modal)
  pairing.last().approve()
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(status(foyer)).toBe('connected')
})

test('a new code replaces the old one without a gap', async () => {
  const { modal, pairing } = await opened()
  const first = pairing.last().uri
  const between: string[] = []
  const observer = new MutationObserver(() => {
    if (!modal.element.shadowRoot?.querySelector('.qr-panel')) between.push('no code')
    if (modal.element.shadowRoot?.querySelector('.qr-cover')) between.push('words')
  })
  observer.observe(inside(modal, '.pairing'), { childList: true, subtree: true })
  const second = pairing.last().renew()
  expect(second).not.toBe(first)
  await expect.poll(async () => (await scan(inside(modal, '.qr'))).text).toBe(second)
  observer.disconnect()
  expect(between).toEqual([])
})

test('renews an expired code while it is visible', async () => {
  const { modal, pairing } = prepared()
  pairing.lifeMs = 600
  await modal.open('ConnectingWalletConnectBasic')
  await expect.poll(() => pairing.attempts.length).toBe(1)
  const [first] = pairing.attempts
  pairing.lifeMs = 300_000
  await expect.poll(() => pairing.attempts.length).toBeGreaterThan(1)
  expect(first?.signal.aborted).toBe(true)
  await expect.element(code()).toBeVisible()
  await expect.poll(async () => (await scan(inside(modal, '.qr'))).text).toBe(pairing.last().uri)
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('shows that a code expired while the page was hidden, and renews it by hand or when visible', async () => {
  const { modal, pairing } = prepared()
  pairing.lifeMs = 400
  await modal.open('ConnectingWalletConnectBasic')
  await expect.poll(() => pairing.attempts.length).toBe(1)
  beInSight(false)
  await expectAlert('This code has expired')
  expect(code().elements()).toHaveLength(0)
  await expectAccessible(modal)
  pairing.lifeMs = 300_000
  await page.getByRole('button', { name: 'New code' }).click()
  await expect.element(code()).toBeVisible()
  await expect.poll(() => pairing.attempts.length).toBe(2)
})

test('error: announces that no code could be created, and retries', async () => {
  const { modal, pairing } = prepared()
  pairing.make = () => Promise.reject(new FoyerError('http-failed'))
  await modal.open('ConnectingWalletConnectBasic')
  await expectAlert('Wallets could not be reached. Try again.')
  await expectAccessible(modal)
  pairing.make = async () => {}
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(code()).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test.each([
  ['relay-unreachable', 'Wallets could not be reached. Check your connection, then try again.'],
  ['relay-refused', 'This site can not connect wallets by code yet. Choose another way.'],
  ['clock-wrong', 'The time on this device is wrong. Set it right, then try again.'],
  ['not-connected', 'The wallet gave no account that can be used here. Try again.'],
] as const)('error: %s has its own text', async (code, words) => {
  const { modal, pairing } = prepared()
  pairing.make = () => Promise.reject(new FoyerError(code))
  await modal.open('ConnectingWalletConnectBasic')
  await expectAlert(words)
  await expectAccessible(modal)
})

test("[8.21] a relay's message about the configuration is an alert for the developer", async () => {
  const { foyer, modal, pairing } = prepared()
  const cause = new Error('Unauthorized: origin not allowed')
  pairing.make = () => Promise.reject(new FoyerError('relay-refused', { cause }))
  await modal.open('ConnectingWalletConnectBasic')
  await expect
    .poll(() => foyer.store.get().alerts.map(({ title }) => title))
    .toEqual(['Invalid App Configuration'])
})

test('the complete code fits on a low screen', async () => {
  await page.viewport(720, 360)
  const { modal } = await opened()
  const { bottom, height } = inside(modal, '.qr').getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(360)
  expect(height).toBeGreaterThanOrEqual(200)
})

test('shakes and shows a rejection, and retries with another code', async () => {
  const { modal, pairing } = await opened()
  const first = pairing.last().uri
  const hasShaken = recordShake(modal)
  pairing.last().fail(new FoyerError('user-rejected'))
  await expectAlert('You declined the request. Try again?')
  expect(hasShaken()).toBe(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => pairing.attempts.length).toBe(2)
  await expect.element(code()).toBeVisible()
  expect(pairing.last().uri).not.toBe(first)
})

test('reports being offline, and retries when the network is back', async () => {
  const { modal, pairing } = prepared()
  beOnline(false)
  pairing.make = () => Promise.reject(new FoyerError('http-failed'))
  await modal.open('ConnectingWalletConnectBasic')
  await expectAlert('Wallets could not be reached. Try again.')
  pairing.make = async () => {}
  beOnline(true)
  await expect.element(code()).toBeVisible()
  beOnline(false)
  await expect.element(page.getByText('You seem to be offline.')).toBeVisible()
  await expectAccessible(modal)
})

test('[4.13] closing removes the code, and a wallet that scanned it may still approve', async () => {
  const { foyer, pairing } = await opened()
  expect(foyer.store.get().pairing.wcUri).toBe(pairing.last().uri)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => status(foyer)).toBe('disconnected')
  expect(foyer.store.get().pairing.wcUri).toBeUndefined()
  expect(foyer.store.get().pairing.wcPairingExpiry).toBeUndefined()
  pairing.last().approve()
  await expect.poll(() => status(foyer)).toBe('connected')
})

test("an approval still connects after closing during a wallet's prompt", async () => {
  const { foyer, modal, pairing } = await opened()
  pairing.last().scan()
  await expect.poll(() => foyer.store.get().pairing.buffering).toBe(true)
  modal.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(pairing.last().signal.aborted).toBe(false)
  pairing.last().approve()
  await expect.poll(() => status(foyer)).toBe('connected')
})

test('after going back nothing is connecting, and reopening shows the same code', async () => {
  const { foyer, modal, pairing } = prepared()
  await modal.open()
  modal.router.reset('Connect')
  modal.router.push('ConnectingWalletConnectBasic')
  await expect.element(code()).toBeVisible()
  const { uri } = pairing.last()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => status(foyer)).toBe('disconnected')
  modal.router.push('ConnectingWalletConnectBasic')
  await expect.element(code()).toBeVisible()
  expect(foyer.store.get().pairing.wcUri).toBe(uri)
  expect(pairing.attempts.length).toBe(1)
})

test('[2.19] shows no code before the terms are accepted', async () => {
  const pairing = testPairing()
  const foyer = plainFoyer({ ...pairingOptions(pairing), features: { legalCheckbox: true } })
  const modal = makeModal(foyer)
  await modal.open('ConnectingWalletConnectBasic')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Accept the terms first.')).toBeVisible()
  expect(pairing.attempts).toHaveLength(0)
  expect(pairing.prepared).toBe(0)
  await expectAccessible(modal)
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(code()).toBeVisible()
})

test("[2.15] manual control: shows the site's pairing code, and starts none", async () => {
  const { foyer, modal, pairing } = prepared({ manualWCControl: true })
  await modal.open()
  await expect.element(page.getByRole('heading', { name: 'Scan with your wallet' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(pairing.attempts).toHaveLength(0)
  const connected = connect(foyer, { connector: pairing.connector })
  await expect.element(code()).toBeVisible()
  pairing.last().approve()
  await connected
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('Android offers its wallets for the bare URI', async () => {
  beOn('android')
  const tapped = watchOpened()
  const { foyer, modal, pairing } = await opened()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Open a wallet on this phone' }).click()
  expect(tapped.map(([href]) => href)).toEqual([pairing.last().uri])
  // A wallet was probably opened, so closing the modal does not end the request.
  modal.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(pairing.last().signal.aborted).toBe(false)
  pairing.last().approve()
  await expect.poll(() => status(foyer)).toBe('connected')
})

test('platforms other than Android have no chooser', async () => {
  beOn('ios')
  await opened()
  expect(page.getByRole('button', { name: 'Open a wallet on this phone' }).elements()).toHaveLength(
    0,
  )
})
