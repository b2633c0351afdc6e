import { expect, test } from 'vitest'
import { testWallet } from '../../testDirectory.test.kit.ts'
import { walletLinks } from './walletLinks.ts'

const wallet = testWallet(1)
const first = (platform: Parameters<typeof walletLinks>[1]) =>
  walletLinks(wallet, platform)[0]?.kind

test('lists the best link for the platform first', () => {
  expect(first('chromium')).toBe('chrome')
  expect(first('ios')).toBe('appStore')
  expect(first('android')).toBe('playStore')
  expect(first('other')).toBe('homepage')
})

test('drops links that are not https', () => {
  const hostile = testWallet(1, {
    chrome_store: 'javascript:alert(1)',
    homepage: 'http://plain.example',
    app_store: 'not an address',
    play_store: '',
    webapp_link: 'data:text/html,hello',
  })
  expect(walletLinks(hostile, 'chromium')).toEqual([])
})
