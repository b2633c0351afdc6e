import { compareWork, times } from '@foyer/devnet/compareWork'
import { expect, test } from 'vitest'
import { imageTypeOf } from './imageTypeOf.ts'

test('knows a drawing with a byte order mark, a declaration, a type and comments before it', () => {
  const before =
    '\uFEFF <?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD">\n<!-- a drawing -->\n'
  expect(imageTypeOf(Buffer.from(`${before}<svg viewBox="0 0 1 1">`))).toBe('image/svg+xml')
  expect(imageTypeOf(Buffer.from(`${before}<p><svg>`))).toBeUndefined()
})

test('[T111] reads bytes in linear time, whatever repeats in them', () => {
  const pieces = [
    '\uFEFF',
    ' ',
    '<!--',
    '<!---->',
    '<?xml',
    '<?xml>',
    '<!DOCTYPE',
    '<!DOCTYPE>',
    '>',
  ]
  const all = [...pieces, pieces.join(''), pieces.toReversed().join('')]
  const read = (count: number) => {
    const images = all.map((piece) => Buffer.from(`${piece.repeat(count)}<`))
    return () => images.forEach(imageTypeOf)
  }
  // First a few, since work that doubles with each would never end.
  expect(compareWork(read(24), times(2, read(12)))).toBeLessThan(4)
  expect(compareWork(read(320), times(8, read(40)))).toBeLessThan(4)
})
