import { readWork } from '@foyer/devnet/readWork'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeOperationCalls, readOperationCalls } from './readOperationCalls.ts'

const to = '0x00000000000000000000000000000000000051a0'
const callsOf = (lengths: readonly number[]) =>
  lengths.map((length, index) => ({
    ...{ to, value: BigInt(index) },
    data: `0x${'ab'.repeat(length)}` as Hex,
  })) as Parameters<typeof encodeOperationCalls>[0]

test('reads the calls that it encodes', () => {
  for (const lengths of [
    [],
    [0],
    [4],
    [32, 0, 33],
    [1, 31, 32, 64, 65, 0, 4000],
    Array(80).fill(68),
  ]) {
    const calls = callsOf(lengths)
    const read = calls.map(({ data, value }) => ({ data, to, value: String(value) }))
    expect(readOperationCalls(encodeOperationCalls(calls))).toEqual(read)
  }
})

test('error: reads nothing of calls that stand in one another, without decoding each', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const one = encodeOperationCalls(callsOf([20_000]))
  // Selector, mode, offset and length of the bytes, offset of the list, its length and first offset.
  const head = 10 + 64 * 3
  const rest = one.slice(head + 64 * 3)
  const times = 600
  const list = [word(32), word(times), ...Array(times).fill(word(32 * times)), rest].join('')
  const many = `${one.slice(0, head - 64)}${word(list.length / 2)}${list}` as Hex
  const since = readWork()
  for (let n = 0; n < 20; n++) expect(readOperationCalls(many)).toBe(undefined)
  expect(readWork() - since).toBeLessThan(500)
})

test('error: reads no other encoding of calls', () => {
  const encoded = encodeOperationCalls(callsOf([4, 40]))
  // Any digit of it that changes, or is missing.
  for (let at = 10; at < encoded.length; at += 7) {
    const other = `${encoded.slice(0, at)}f${encoded.slice(at + 1)}` as Hex
    const read = readOperationCalls(other)
    expect(
      read === undefined ||
        encodeOperationCalls(read.map((one) => ({ ...one, value: BigInt(one.value) }))) === other,
    ).toBe(true)
    expect(readOperationCalls(encoded.slice(0, at) as Hex)).toBe(undefined)
  }
})
