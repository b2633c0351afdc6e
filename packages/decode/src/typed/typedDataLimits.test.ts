import { compareWork, times } from '@foyer/devnet/compareWork'
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

/** Accepted data: all that is allowed, or an eighth of it. */
const texts = (count: number) =>
  list('string', new Array(count).fill('\u202e'.repeat(letters / values - 1)))
const numbers = (count: number) => list('uint256', new Array(count).fill('9'.repeat(60)))
const lists = (deep: number) => list(`uint8${'[]'.repeat(11)}`, tree(deep))
const largest: readonly (readonly [name: string, whole: TypedData, eighth: TypedData])[] = [
  ['texts', texts(values - 10), texts(values / 8 - 10)],
  ['numbers', numbers(values - 10), numbers(values / 8 - 10)],
  ['lists in lists', lists(10), lists(7)],
]

describe('checkTypedDataSize', () => {
  it.each(largest)('[T42] lets %s through, which are hashed in linear time', (_, whole, eighth) => {
    for (const data of [whole, eighth]) expect(refusal(data)).toBeUndefined()
    const work = compareWork(
      () => typedDataDigest(whole, 1n),
      times(8, () => typedDataDigest(eighth, 1n)),
    )
    // 1 when linear, 8 when quadratic.
    expect(work).toBeLessThan(3)
  })

  it('[T42] lets structs of a type that refers to all others through, and hashes the type once', () => {
    const structs = Array.from({ length: values / 2 - 4 }, () => ({ n: [] }))
    const long = list('T00', structs, longTypes())
    const short = list('T00', structs, { T00: [{ name: 'n', type: 'uint8[]' }] })
    for (const data of [long, short]) expect(refusal(data)).toBeUndefined()
    const work = compareWork(
      () => typedDataDigest(long, 1n),
      () => typedDataDigest(short, 1n),
    )
    // 1 to 2; when each struct hashes its type anew, as many times as the long type has blocks to hash, 60.
    expect(work).toBeLessThan(8)
  })

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

  it.each<[string, (count: number) => unknown]>([
    [
      'a field',
      (count) => ({ types: { a: new Array(count).fill(null) }, domain: {}, message: {} }),
    ],
    ['a type', (count) => ({ types: new Array(count).fill(0), domain: {}, message: {} })],
    ['a value', (count) => ({ types: {}, domain: new Array(count).fill(0), message: {} })],
  ])('[T42] refuses %s again and again in linear time', (_, make) => {
    const [long, short] = [make(400_000), make(50_000)]
    for (const data of [long, short]) expect(refusal(data)).toMatch(/more than/)
    const work = compareWork(
      () => refusal(long),
      times(8, () => refusal(short)),
    )
    // 1 when linear, 8 when quadratic.
    expect(work).toBeLessThan(3)
  })

  it('refuses nothing without typed data', () => {
    expect(refusal(undefined)).toBeUndefined()
  })
})
