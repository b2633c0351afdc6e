import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** Each text with its path. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(Object(value)).flatMap(([key, part]) => textsOf(part, `${path}.${key}`))
}
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

test.each([
  ['Spanish', es],
  ['Arabic', ar],
])(
  '%s has every text of the English catalogue, with its placeholders, and none of its words',
  (_, other) => {
    const [english, translated] = [new Map(textsOf(en)), new Map(textsOf(other))]
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [path, text] of english) {
      const found = translated.get(path) ?? ''
      expect(placeholders(found), path).toEqual(placeholders(text))
      expect(found.trim(), path).not.toBe('')
      expect(found, path).not.toBe(text)
    }
  },
)
