import { connect } from '@foyer/core'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeDirectory, makeModal, plainFoyer } from '../makeModal.test.kit.ts'
import { testConnector, testSession } from '../testConnector.test.kit.ts'
import {
  beOn,
  linkedWallet,
  pairingOptions,
  testPairing,
} from '../views/connect/testPairing.test.kit.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

beforeEach(() => page.viewport(800, 800))

test('[2.15] opens the code on a desktop if pairing is the only way and nothing is connected', async () => {
  const modal = makeModal(plainFoyer(pairingOptions(testPairing())))
  await modal.open()
  await expect.element(heading('Scan with your wallet')).toBeVisible()
  expect(modal.router.read().view).toBe('ConnectingWalletConnectBasic')
})

test('[2.15] opens the list of wallets on a phone if pairing is the only way and nothing is connected', async () => {
  beOn('ios')
  await page.viewport(390, 844)
  const directory = makeDirectory(0)
  directory.wallets = [linkedWallet(0)]
  const modal = makeModal(plainFoyer({ ...pairingOptions(testPairing()), apiUrl: directory.url }))
  await modal.open()
  await expect.element(heading('All wallets')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Harbour' })).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Use a code or a link' }).click()
  await expect.element(heading('Scan with your wallet')).toBeVisible()
})

test('[2.15] manual control opens the same views, also with other connectors', async () => {
  const connectors = [testPairing().connector, testConnector(1)]
  const desktop = makeModal(plainFoyer({ connectors }), { manualWCControl: true })
  await desktop.open()
  expect(desktop.router.read().view).toBe('ConnectingWalletConnectBasic')
  desktop.destroy()
  beOn('android')
  const phone = makeModal(plainFoyer({ connectors }), { manualWCControl: true })
  await phone.open()
  expect(phone.router.read().view).toBe('AllWallets')
})

test('opens the ways to connect if there is any other connector', async () => {
  const { connector } = testPairing()
  const looking = {
    namespace: 'eip155' as const,
    isAddress: () => true,
    verifyAddress: async () => true,
    discover: async () => () => {},
  }
  for (const options of [
    { connectors: [connector, testConnector(1)] },
    { connectors: [connector], adapters: [looking] },
    {},
  ]) {
    const modal = makeModal(plainFoyer(options))
    await modal.open()
    expect(modal.router.read().view).toBe('Connect')
    modal.destroy()
  }
})

test('[2.14] [2.15] opens a requested view with its data, and the account once connected', async () => {
  const pairing = testPairing()
  const foyer = plainFoyer(pairingOptions(pairing))
  const modal = makeModal(foyer, { manualWCControl: true })
  const wallet = linkedWallet(3)
  await modal.open('GetWallet', { wallet })
  expect(modal.router.read()).toEqual({ view: 'GetWallet', data: { wallet } })
  modal.close()
  const connected = connect(foyer, { connector: pairing.connector })
  await expect.poll(() => pairing.attempts.length).toBe(1)
  pairing.last().approve()
  await connected
  await modal.open()
  expect(modal.router.read().view).toBe('Account')
  expect(foyer.store.get().connections.eip155).toMatchObject({
    address: testSession.accounts[0]?.address,
  })
})
