import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { en, type MessageKey, type Messages } from './en.ts'
import { es } from './es.ts'

const keys = Object.keys(en) as MessageKey[]
const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

test.each([
  ['es', es],
  ['ar', ar],
] satisfies [string, Messages][])(
  '%s has every message, with the placeholders of the English one',
  (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort())
    for (const key of keys) {
      expect(catalogue[key].trim(), key).not.toBe('')
      expect(namesIn(catalogue[key]), key).toEqual(namesIn(en[key]))
    }
  },
)

test('every message follows the style rules: no exclamation mark, network instead of chain', () => {
  for (const catalogue of [en, es, ar])
    for (const [key, text] of Object.entries(catalogue)) {
      expect(text, key).not.toMatch(/[!¡]/)
      expect(text, key).not.toMatch(/\bchain\b|\bEOA\b/i)
    }
})
