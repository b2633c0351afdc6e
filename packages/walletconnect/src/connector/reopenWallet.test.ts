import { expect, test } from 'vitest'
import { testBrowser } from '../testBrowser.test.kit.ts'
import { reopenWallet } from './reopenWallet.ts'

function reopen(link: string | undefined, given: Parameters<typeof testBrowser>[0] = {}) {
  const browser = testBrowser(given)
  reopenWallet(browser, { id: 7, link, topic: 'ab' })
  return browser.links
}
const query = 'requestId=7&sessionTopic=ab'

test.each([
  ['a scheme', 'trust:', `trust://wc?${query}`, '_self'],
  ['a scheme with a path', 'okex://main', `okex://main/wc?${query}`, '_self'],
  ['a universal link', 'https://wallet.example/', `https://wallet.example/wc?${query}`, '_blank'],
  [
    'one that ends in uri=',
    'kaikas://walletconnect?uri=',
    `kaikas://walletconnect?${query}`,
    '_self',
  ],
  ['a template', 'bw://connect/wc?uri={uri}', `bw://connect/wc?${query}`, '_self'],
])('%s', (_, link, href, target) => {
  expect(reopen(link)).toEqual([[href, target]])
})

test('Telegram gets it in base64', () => {
  const [[href = '', target] = []] = reopen('https://t.me/wallet/app')
  expect(target).toBe('_blank')
  const code = new URL(href).searchParams.get('startapp') ?? ''
  expect(atob(code)).toBe(query)
  expect(code).not.toContain('=')
})

test('opens nothing without a link, without focus, or for an unsafe link', () => {
  expect(reopen(undefined)).toEqual([])
  expect(reopen('trust:', { hasFocus: () => false })).toEqual([])
  expect(reopen('javascript:alert(1)')).toEqual([])
  expect(reopen('wallet://open?other={uri}')).toEqual([])
})
