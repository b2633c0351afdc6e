import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from './cleanName.ts'
import { showLine } from './showText.ts'

const mark = fc.constantFrom('\u0301', '\u0338', '\u20dd', '\u0e49')
const unit = fc.oneof(
  { weight: 6, arbitrary: mark },
  fc.constantFrom('a', 'ก', 'א', ' ', '\u200d', '\u034f', '\u2800', '😀'),
)

test('no more than four marks are shown on one letter of a name, and of a line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      (text, length) => {
        expect(cleanName(text, length)).not.toMatch(/[\p{Mn}\p{Me}]{5}/u)
        expect(showLine(text)).not.toMatch(/[\p{Mn}\p{Me}]{5}/u)
        expect([...cleanName(text, length)].length).toBeLessThanOrEqual(length)
      },
    ),
  )
})

test('marks that a language writes stay', () => {
  for (const text of ['Café', 'cafe\u0301', 'ที่นี่', 'שָׁלוֹם', 'e\u0302\u0301\u0323'])
    expect(showLine(text)).toBe(text)
  for (const text of ['Café', 'ที่นี่', 'e\u0302\u0301\u0323']) expect(cleanName(text, 40)).toBe(text)
})
