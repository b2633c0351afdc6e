import { expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'

test.each([
  ['plain words', 'USD Coin', 'USD Coin'],
  ['letters of other languages', 'كريم ☀ 日本', 'كريم ☀ 日本'],
  ['what turns the writing direction', '\u202eNIOC\u2066 x', 'NIOC x'],
  ['what can not be seen', 'US\u200bDC\u0000\ufeff', 'USDC'],
  ['letters that are drawn as nothing', 'US\u3164D\u034fC\u2800', 'USDC'],
  ['lines and many spaces', '  a \n\t\u3000 b ', 'a b'],
  ['nothing', '\u200b \n', ''],
])('gives %s in one line that can be shown', (_, text, shown) => {
  expect(cleanText(text, 64)).toBe(shown)
})

test('cuts between characters and leaves no trailing space', () => {
  expect(cleanText('😀😀😀', 2)).toBe('😀😀')
  expect(cleanText('ab cd', 3)).toBe('ab')
})
