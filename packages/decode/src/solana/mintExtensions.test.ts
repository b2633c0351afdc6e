import { expect, it } from 'vitest'
import { readExtensions } from './mintExtensions.ts'

const u16 = (value: number) => [value & 255, value >> 8]
const u32 = (value: number) => [...u16(value), 0, 0]
const text = (words: string) => [...u32(words.length), ...new TextEncoder().encode(words)]
const extension = (type: number, value: readonly number[]) => [
  ...u16(type),
  ...u16(value.length),
  ...value,
]
const mintWith = (...extensions: readonly number[][]) =>
  Uint8Array.from([...new Array<number>(166).fill(0), ...extensions.flat()])
const keys = new Array<number>(64).fill(3)

it('returns the name and the symbol, also when nothing follows them', () => {
  const metadata = { name: 'Foyer Coin', symbol: 'FOY' }
  const named = [...keys, ...text(metadata.name), ...text(metadata.symbol)]
  expect(readExtensions(mintWith(extension(19, named)))).toEqual({ taxes: [], metadata })
  expect(readExtensions(mintWith(extension(19, [...named, ...text('https://x')])))).toEqual({
    taxes: [],
    metadata,
  })
})

it('returns no truncated name', () => {
  const named = [...keys, ...text('Foyer Coin'), ...text('FOY')]
  for (let length = 0; length < named.length; length++)
    expect(readExtensions(mintWith(extension(19, named.slice(0, length))))).toEqual({ taxes: [] })
})

it('reports extensions that can keep a part, refuse, or take everything back', () => {
  const hooks = (program: number) => [
    ...new Array<number>(32).fill(9),
    ...new Array(32).fill(program),
  ]
  const mint = mintWith(extension(1, [1]), extension(12, [1]), extension(14, hooks(1)))
  expect(readExtensions(mint)).toEqual({ taxes: ['fee', 'delegate', 'hook'] })
  // An authority that may set a hook is not a hook.
  expect(readExtensions(mintWith(extension(14, hooks(0))))).toEqual({ taxes: [] })
})

it('reports none for a plain mint, and none after the first truncated one', () => {
  expect(readExtensions(new Uint8Array(82))).toEqual({ taxes: [] })
  const cut = mintWith(extension(12, [1]), extension(1, [1, 2, 3])).subarray(0, -1)
  expect(readExtensions(cut)).toEqual({ taxes: ['delegate'] })
})
