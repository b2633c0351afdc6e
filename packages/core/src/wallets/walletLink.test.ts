import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { walletLink } from './walletLink.ts'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1700000000`
const code = encodeURIComponent(uri)

/** Any character; fast-check's own unit takes seconds to build. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [undefined, uri, '_self'],
  [null, uri, '_self'],
  ['trust:', `trust://wc?uri=${code}`, '_self'],
  ['trust://', `trust://wc?uri=${code}`, '_self'],
  ['trust', `trust://wc?uri=${code}`, '_self'],
  ['foo://bar', `foo://bar/wc?uri=${code}`, '_self'],
  ['foo://bar/', `foo://bar/wc?uri=${code}`, '_self'],
  ['https://link.trust.example', `https://link.trust.example/wc?uri=${code}`, '_blank'],
  ['https://link.trust.example/a/', `https://link.trust.example/a/wc?uri=${code}`, '_blank'],
  ['http://wallet.localhost:4003/', `http://wallet.localhost:4003/wc?uri=${code}`, '_blank'],
  ['kaikas://walletconnect?uri=', `kaikas://walletconnect?uri=${code}`, '_self'],
  ['okex://main/wc?uri=', `okex://main/wc?uri=${code}`, '_self'],
  [
    'bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=',
    `bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=${code}`,
    '_self',
  ],
  ['rainbow://wc?uri={uri}&connector=foyer', `rainbow://wc?uri=${code}&connector=foyer`, '_self'],
])('%s leads to %s', (link, href, target) => {
  expect(walletLink({ link, uri })).toEqual({ href, target })
})

test.each([
  ['https://t.me/wallet_bot/app', '?'],
  ['https://t.me/wallet_bot?attach=wallet', '&'],
])('Telegram gets the URI in base64: %s', (link, joint) => {
  const { href, target } = walletLink({ link, uri })
  // The padding is removed for any length.
  for (const more of ['', 'a', 'ab'])
    expect(walletLink({ link, uri: uri + more }).href).not.toMatch(/(=|%3D)$/)
  expect(href.startsWith(`${link}${joint}startapp=`)).toBe(true)
  expect(atob(new URL(href).searchParams.get('startapp') ?? '')).toBe(uri)
  expect(target).toBe('_blank')
})

test('inside a frame it opens the link in the top page', () => {
  vi.stubGlobal('self', {})
  expect(walletLink({ link: 'trust:', uri }).target).toBe('_self')
  vi.stubGlobal('top', {})
  expect(walletLink({ link: 'trust:', uri }).target).toBe('_top')
})

test.each([
  'javascript:alert(1)//',
  'JavaScript:alert(1)',
  'javascript',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://x',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://x',
  'intent://x#Intent;scheme=y;end',
  'https://',
  'https://w.example/a b',
  'trust://a\nb',
  'trust://\u00e9',
  '//evil.example',
  '/path',
  '://x',
])('error: %j is not a link that opens a wallet', (link) => {
  expect(() => walletLink({ link, uri })).toThrow(
    expect.objectContaining({ code: 'params-invalid' }),
  )
})

test('error: quotes the first 80 letters of an invalid link', () => {
  const link = `/${'x'.repeat(5_000)}`
  const details = `No link that opens a wallet: ${link.slice(0, 80)}`
  expect(() => walletLink({ link, uri })).toThrow(expect.objectContaining({ details }))
})

test.each(['', 'https://x', 'javascript:alert(1)', 'wc:', 'wc:a b'])(
  'error: %j is not a pairing URI',
  (bad) => {
    expect(() => walletLink({ uri: bad })).toThrow(
      expect.objectContaining({ code: 'params-invalid' }),
    )
  },
)

test('never returns a script URL', () => {
  const pieces = [
    'JavaScript',
    'java',
    'script',
    'data',
    'blob:',
    ':',
    '//',
    '\t',
    '\n',
    '\u0001',
    ' ',
    '{uri}',
    'x',
  ]
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: character }),
        fc.webUrl(),
        fc
          .array(fc.oneof(fc.constantFrom(...pieces), character), { minLength: 1, maxLength: 5 })
          .map((parts) => parts.join('')),
      ),
      (link) => {
        let href = ''
        try {
          href = walletLink({ link, uri }).href
        } catch (error) {
          expect(error).toMatchObject({ code: 'params-invalid' })
          return
        }
        // The address as a browser parses it.
        if (URL.canParse(href))
          expect(new URL(href).protocol).not.toMatch(/^(javascript|data|vbscript|blob|file):/)
      },
    ),
    { numRuns: 500 },
  )
})
