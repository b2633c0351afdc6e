import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sliceArray, sliceObject } from './jsonSlices.ts'

test('keeps digits that JavaScript numbers would lose', () => {
  const members = sliceObject('{ "id" : 12345678901234567890123 ,"b":1.0e2,"c":-0.10}')
  expect([...members]).toEqual([
    ['id', '12345678901234567890123'],
    ['b', '1.0e2'],
    ['c', '-0.10'],
  ])
  expect(sliceArray('[18446744073709551615, 1.50 ]')).toEqual(['18446744073709551615', '1.50'])
})

test('slices correctly when texts contain brackets, quotes and escapes', () => {
  expect([...sliceObject('{"a\\"}":"]}\\\\","\\u0062":[{"c":"}"}]}')]).toEqual([
    ['a"}', '"]}\\\\"'],
    ['b', '[{"c":"}"}]'],
  ])
})

test('reads the last of two members with the same name', () => {
  expect(sliceObject('{"id":1,"id":2}').get('id')).toBe('2')
})

test('returns slices that together mean the same as the whole text', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(4), (values, indent) => {
      const text = JSON.stringify(values, null, indent)
      expect(sliceArray(text).map((piece) => JSON.parse(piece))).toEqual(JSON.parse(text))
    }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const pieces = [...sliceObject(text)].map(([name, piece]) => [name, JSON.parse(piece)])
      expect(pieces).toEqual(Object.entries(JSON.parse(text)))
    }),
  )
})
