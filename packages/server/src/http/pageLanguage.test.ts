import { expect, test } from 'vitest'
import { pageLanguage } from './pageLanguage.ts'

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['en;q=0.5, ar;q=0.9', 'ar'],
  ['AR-EG', 'ar'],
  ['fr, de;q=0.9', 'en'],
  ['fr, es;q=0', 'en'],
  ['es;q=nonsense, ar;q=0.1', 'ar'],
  ['', 'en'],
  [undefined, 'en'],
  [`${'x,'.repeat(5000)}es`, 'en'],
])('the browser that asks for %s gets %s', (header, language) => {
  expect(pageLanguage(header)).toBe(language)
})
