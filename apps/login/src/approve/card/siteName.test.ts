import { expect, test } from 'vitest'
import { readSiteName } from './siteName.ts'

test.each([
  ['https://app.uniswap.org', 'app.', 'uniswap.org', ''],
  ['https://uniswap.org.evil.example', 'uniswap.org.', 'evil.example', ''],
  ['https://shop.bank.co.uk', 'shop.', 'bank.co.uk', ''],
  ['https://app.bank.de', 'app.', 'bank.de', ''],
  ['https://app.com.example', 'app.', 'com.example', ''],
  ['https://bank.github.io', '', 'bank.github.io', ''],
  ['https://a.b.pages.dev:8443', 'a.', 'b.pages.dev', ':8443'],
  ['http://127.0.0.1:4000', '', '127.0.0.1', ':4000'],
  ['http://site.localhost:4000', '', 'site.localhost', ':4000'],
  ['http://[::1]:4000', '', '[::1]', ':4000'],
  // `а` is Cyrillic.
  ['https://аpple.example', '', 'xn--pple-43d.example', ''],
])('splits %s into prefix, owner and port', (origin, prefix, owner, port) => {
  expect(readSiteName(origin)).toEqual({
    prefix,
    owner,
    port,
    secure: true,
  })
})

test.each([
  ['http://shop.example', false],
  ['http://192.168.0.7:4000', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.example', false],
  ['http://localhost:4000', true],
])('counts %s as secure only on this machine', (origin, secure) => {
  expect(readSiteName(origin).secure).toBe(secure)
})

test('keeps the end of a long name, which shows its owner', () => {
  const origin = `https://${'wallet.login.secure.'.repeat(10)}evil.example`
  expect(readSiteName(origin).owner).toBe('evil.example')
  expect(readSiteName(origin).prefix).toMatch(/^….{40}$/u)
})
