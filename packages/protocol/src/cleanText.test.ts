import { expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'

test.each([
  ['plain words', 'USD Coin', 'USD Coin'],
  ['letters of other languages', 'كريم ☀ 日本', 'كريم ☀ 日本'],
  ['characters that change the writing direction', '\u202eNIOC\u2066 x', 'NIOC x'],
  ['invisible characters', 'US\u200bDC\u0000\ufeff', 'USDC'],
  ['letters without a glyph', 'US\u3164D\u034fC\u2800', 'USDC'],
  ['line breaks and repeated spaces', '  a \n\t\u3000 b ', 'a b'],
  ['nothing', '\u200b \n', ''],
])('cleans %s', (_, text, shown) => {
  expect(cleanText(text, 64)).toBe(shown)
})

test('cuts between characters and leaves no trailing space', () => {
  expect(cleanText('😀😀😀', 2)).toBe('😀😀')
  expect(cleanText('ab cd', 3)).toBe('ab')
})
