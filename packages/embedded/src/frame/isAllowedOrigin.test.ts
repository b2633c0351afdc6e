import { expect, test } from 'vitest'
import { isAllowedOrigin } from './isAllowedOrigin.ts'

test.each([
  ['https://a.example', ['https://b.example', 'https://a.example']],
  ['https://pr-7.preview.example.com', ['https://*.preview.example.com']],
  ['http://localhost:5173', ['http://localhost:*']],
  ['http://localhost', ['http://localhost:*']],
])('%s matches %j', (origin, allowed) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(true)
})

test.each([
  ['https://a.example', []],
  ['http://a.example', ['https://a.example']],
  ['https://a.example:8443', ['https://a.example']],
  ['https://a.example.evil.example', ['https://a.example']],
  ['https://evila.example', ['https://*.a.example']],
  ['https://a.example', ['https://*.a.example']],
  ['https://x.y.a.example', ['https://*.a.example']],
  ['http://x.a.example', ['https://*.a.example']],
  ['https://evil.example/.a.example', ['https://*.a.example']],
  ['https://.a.example', ['https://*.a.example']],
  ['http://localhost.evil.example:80', ['http://localhost:*']],
  ['https://localhost:5173', ['http://localhost:*']],
  ['null', ['*']],
  ['https://evil.example', ['*', 'https://*']],
  ['', ['https://a.example']],
])('error: %s does not match %j', (origin, allowed) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(false)
})
