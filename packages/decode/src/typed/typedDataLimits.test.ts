import { describe, expect, it } from 'vitest'
import { type TypedData, typedDataDigest } from './typedData.ts'
import { checkTypedDataSize, typedDataLimits } from './typedDataLimits.ts'

const { depth, letters, typeLetters, types, values } = typedDataLimits
const list = (of: string, items: unknown[], more: TypedData['types'] = {}): TypedData => ({
  types: { Root: [{ name: 'list', type: `${of}[]` }], ...more },
  primaryType: 'Root',
  domain: { chainId: 1 },
  message: { list: items },
})
/** Types that each refer to the next one, at the maximum of letters. */
function longTypes(): TypedData['types'] {
  const name = (index: number) => `T${String(index).padStart(2, '0')}`
  const count = types - 1
  const pad = 'f'.repeat(Math.floor(typeLetters / count) - 30)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      name(index),
      [
        ...(index === 0 ? [] : [{ name: pad, type: 'uint8[]' }]),
        ...(index < count - 1 ? [{ name: 'n', type: `${name(index + 1)}[]` }] : []),
      ],
    ]),
  )
}
/** Nested lists with a list of each depth in them. */
const tree = (deep: number): unknown[] => (deep === 0 ? [] : [tree(deep - 1), tree(deep - 1)])
const refusal = (data: unknown) => {
  try {
    checkTypedDataSize(Object(data))
    return undefined
  } catch (error) {
    return (error as { details: string }).details
  }
}

/** The largest accepted data, in each dimension. */
const largest = {
  'structs of a type that refers to all others': list(
    'T00',
    Array.from({ length: Math.floor(values / 2) - 4 }, () => ({ n: [] })),
    longTypes(),
  ),
  texts: list('string', new Array(values - 10).fill('\u202e'.repeat(letters / values - 1))),
  numbers: list('uint256', new Array(values - 10).fill('9'.repeat(60))),
  'lists in lists': list(`uint8${'[]'.repeat(11)}`, tree(10)),
}

describe('checkTypedDataSize', () => {
  it.each(Object.entries(largest))(
    '[T42] lets %s through, which are hashed in a moment',
    (_, data) => {
      expect(refusal(data)).toBeUndefined()
      const since = performance.now()
      typedDataDigest(data, 1n)
      const tookMs = performance.now() - since
      console.log(`largest: ${Math.round(tookMs)} ms`)
      // The same bytes took 81 s when each struct hashed its type anew; a busy machine is ten times slower.
      expect(tookMs).toBeLessThan(2_000)
    },
  )

  it('[T42] refuses too many types, letters, values or levels, before anything is hashed', () => {
    const more = list('uint8', [], {
      ...Object.fromEntries(Array.from({ length: types }, (_, index) => [`T${index}`, []])),
    })
    expect(refusal(more)).toBe(`The typed data has more than ${types} types.`)
    const wide = list('uint8', [], { Wide: [{ name: 'f'.repeat(typeLetters), type: 'uint8' }] })
    expect(refusal(wide)).toBe(`The typed data has more than ${typeLetters} letters of types.`)
    expect(refusal(list('uint8', new Array(values).fill(1)))).toMatch('more than 4000 values')
    expect(refusal(list('string', ['x'.repeat(letters + 1)]))).toMatch('letters')
    const nested = (deep: number): unknown[] => (deep === 0 ? [1] : [nested(deep - 1)])
    expect(refusal(list('uint8', nested(depth - 1)))).toBeUndefined()
    expect(refusal(list('uint8', nested(depth)))).toBe('The typed data is nested too deeply.')
    for (const data of [more, wide]) expect(() => typedDataDigest(data, 1n)).toThrow()
  })

  it('[T42] quickly refuses data that is no typed data at all', () => {
    const since = performance.now()
    for (const data of [
      { types: { a: new Array(100_000).fill(null) }, domain: {}, message: {} },
      { types: new Array(100_000).fill(0), domain: {}, message: {} },
      { types: {}, domain: new Array(1_000_000).fill(0), message: {} },
    ])
      expect(refusal(data)).toMatch(/more than/)
    expect(refusal(undefined)).toBeUndefined()
    expect(performance.now() - since).toBeLessThan(1_000)
  })
})
