import { expect, test } from 'vitest'
import { testConnector } from '../../testConnector.test.kit.ts'
import { testWallet } from '../../testDirectory.test.kit.ts'
import { readWayLink, walletWays } from './walletWays.ts'

const wallet = testWallet(1, {
  mobile_link: 'w://',
  desktop_link: 'w-desktop://',
  webapp_link: 'https://w.example',
  link_mode: 'https://w.example/open',
})
const connector = testConnector(1)

test.each([
  [{ connector, wallet }, false, ['browser', 'phone', 'desktop', 'web']],
  [{ connector: undefined, wallet }, false, ['phone', 'desktop', 'web']],
  [{ connector: undefined, wallet }, true, ['phone', 'web']],
  [{ connector: testConnector(1, { type: 'WALLET_CONNECT' }), wallet: undefined }, false, []],
  [{ connector: undefined, wallet: testWallet(1) }, false, []],
] as const)('lists the ways of a wallet, the nearest first', (entry, phone, ways) => {
  expect(walletWays(entry, { phone })).toEqual(ways)
})

test('returns the link of a way, the universal one if preferred and available', () => {
  expect(readWayLink(wallet, 'phone')).toBe('w://')
  expect(readWayLink(wallet, 'phone', { universal: true })).toBe('https://w.example/open')
  expect(readWayLink(wallet, 'desktop', { universal: true })).toBe('w-desktop://')
  const plain = testWallet(1, { mobile_link: 'w://' })
  expect(readWayLink(plain, 'phone', { universal: true })).toBe('w://')
  expect(readWayLink(plain, 'web')).toBeUndefined()
})
