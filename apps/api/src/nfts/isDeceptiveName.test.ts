import { compareWork, times } from '@foyer/devnet/compareWork'
import { expect, test } from 'vitest'
import { isDeceptiveName } from './isDeceptiveName.ts'

test('[T111] reads a name in linear time, whatever repeats in it', () => {
  // U+3316 stands for six letters.
  const parts = ['a', '-', 'a.', 'a.b', '\u3316', '\u3316.', '\u0430a ']
  const read = (count: number) => () => {
    for (const part of parts) isDeceptiveName(part.repeat(count))
  }
  expect(compareWork(read(1024), times(8, read(128)))).toBeLessThan(3)
})
