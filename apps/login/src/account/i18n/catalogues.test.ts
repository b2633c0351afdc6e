import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** Each text with its path; a function's with values that show where they are. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    const values = { toString: () => '[a]', email: '[email]', host: '[host]', date: '[date]' }
    return textsOf(value(values, '[b]'), path)
  }
  return Object.entries(Object(value)).flatMap(([key, part]) => textsOf(part, `${path}.${key}`))
}
const values = (text: string) => (text.match(/\{\w+\}|\[(?!object)[^\]]+\]/g) ?? []).sort()
/** Names, and a pattern without words. */
const same = /^\.product$|^\.login\.names\.|^\.recovery\.factors\.madeIn$/

test.each([
  ['Spanish', es],
  ['Arabic', ar],
])(
  '%s has every text of the English catalogue, with its values, and none of its words',
  (_, other) => {
    const [english, translated] = [new Map(textsOf(en)), new Map(textsOf(other))]
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [path, text] of english) {
      const found = translated.get(path) ?? ''
      expect(values(found), path).toEqual(values(text))
      if (text === '') continue
      expect(found.trim(), path).not.toBe('')
      if (!same.test(path)) expect(found, path).not.toBe(text)
    }
  },
)
