import { expect, test } from 'vitest'
import { isOriginAllowed, parseListedOrigin } from './originRule.ts'

const project = {
  allowedOrigins: ['https://shop.example', 'https://*.example.com', 'https://odd.example:8443'],
  isDevelopment: false,
}

test.each([
  'https://shop.example',
  'https://a.example.com',
  'https://a.b.example.com',
  'https://odd.example:8443',
])('admits %s', (origin) => {
  expect(isOriginAllowed(origin, project)).toBe(true)
})

test.each([
  'null',
  '',
  'http://shop.example',
  'https://shop.example:444',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://shop.example/',
  'https://SHOP.example',
  'https://shop.example@evil.example',
  'https://example.com',
  'https://evilexample.com',
  'http://a.example.com',
  'https://a.example.com:444',
  'https://odd.example',
  'http://localhost:4000',
  'http://site.localhost:4000',
])('refuses %s', (origin) => {
  expect(isOriginAllowed(origin, project)).toBe(false)
})

test.each([
  'http://localhost:4000',
  'https://site.localhost',
  'http://127.0.0.1:1',
  'http://[::1]:5173',
])('admits %s to a development project', (origin) => {
  expect(isOriginAllowed(origin, { allowedOrigins: [], isDevelopment: true })).toBe(true)
})

test.each([
  'http://localhost.evil.example',
  'http://evillocalhost',
  'http://127.0.0.1.evil.example',
])('refuses %s for a development project', (origin) => {
  expect(isOriginAllowed(origin, { allowedOrigins: [], isDevelopment: true })).toBe(false)
})

test('normalizes to the form a browser sends', () => {
  expect(parseListedOrigin(' https://Shop.Example:443 ')).toBe('https://shop.example')
  expect(parseListedOrigin('https://*.Example.com')).toBe('https://*.example.com')
})

test.each([
  'example.com',
  'https://example.com/path',
  'https://*',
  'https://*.com',
  'https://a.*.com',
  '*',
  'ftp://a.b',
])('error: refuses to list %s', (text) => {
  expect(() => parseListedOrigin(text)).toThrow(/https:\/\/example\.com/)
})
