import { expect, test } from 'vitest'
import { testWallet } from '../../testDirectory.test.kit.ts'
import { readPlatform, walletLinks } from './walletLinks.ts'

const wallet = testWallet(1)
const first = (platform: Parameters<typeof walletLinks>[1]) =>
  walletLinks(wallet, platform)[0]?.kind

test('gives the best place for the platform first', () => {
  expect(first('chromium')).toBe('chrome')
  expect(first('ios')).toBe('appStore')
  expect(first('android')).toBe('playStore')
  expect(first('other')).toBe('homepage')
})

test('leaves out what is no https address, whatever a directory says', () => {
  const hostile = testWallet(1, {
    chrome_store: 'javascript:alert(1)',
    homepage: 'http://plain.example',
    app_store: 'not an address',
    play_store: '',
    webapp_link: 'data:text/html,hello',
  })
  expect(walletLinks(hostile, 'chromium')).toEqual([])
})

test('reads the platform, also of an iPad that says it is a Mac', () => {
  const read = (userAgent: string, maxTouchPoints = 0) =>
    readPlatform({ userAgent, maxTouchPoints } as Navigator)
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
  expect(read(`${mac} Version/17 Safari/605`)).toBe('other')
  expect(read(`${mac} Version/17 Safari/605`, 5)).toBe('ios')
  expect(read(`${mac} Chrome/140 Safari/537`)).toBe('chromium')
  expect(read('Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile')).toBe('android')
  expect(read('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/140')).toBe('ios')
})
