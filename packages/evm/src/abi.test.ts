import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  multicall3Abi,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeAggregate3, decodeNumber, decodeText, encodeAggregate3, type Hex } from './abi.ts'

const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((array) => getAddress(`0x${Buffer.from(array).toString('hex')}`))

test('gives the call data that viem gives, for any calls', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ to: address, data: bytes(100) })), (calls) => {
      const expected = encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [calls.map(({ data, to }) => ({ target: to, allowFailure: true, callData: data }))],
      })
      expect(encodeAggregate3(calls)).toBe(expected)
    }),
  )
})

test('gives the results that viem wrote, for any results', () => {
  const results = fc.array(fc.record({ success: fc.boolean(), returnData: bytes(100) }))
  fc.assert(
    fc.property(results, (result) => {
      const answer = encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result,
      })
      expect(decodeAggregate3(answer, result.length)).toEqual(
        result.map(({ returnData, success }) => (success ? returnData : undefined)),
      )
      expect(() => decodeAggregate3(answer, result.length + 1)).toThrow(RangeError)
    }),
  )
})

test('error: an answer cut short or scrambled is refused; none makes it read past the end', () => {
  const result = [
    { success: true, returnData: '0x1234' },
    { success: false, returnData: '0x' },
  ] as const
  const whole = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  const junk = fc.string({ unit: fc.constantFrom(...'0f2'), maxLength: 8 })
  let refused = 0
  fc.assert(
    fc.property(fc.integer({ min: 2, max: whole.length }), junk, (at, junk) => {
      const answer = `0x${whole.slice(2, at)}${junk}${whole.slice(at + junk.length)}` as Hex
      try {
        for (const data of decodeAggregate3(answer, 2))
          expect(data === undefined || answer.includes(data.slice(2))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        refused += 1
      }
    }),
    { numRuns: 1_000 },
  )
  expect(refused).toBeGreaterThan(100)
  for (let at = 2; at < whole.length - 64; at += 2)
    expect(() => decodeAggregate3(whole.slice(0, at) as Hex, 2), String(at)).toThrow(RangeError)
})

test('gives a number of 32 bytes, and nothing for another answer', () => {
  expect(decodeNumber(encodeAbiParameters([{ type: 'uint256' }], [2n ** 256n - 1n]))).toBe(
    2n ** 256n - 1n,
  )
  for (const answer of [undefined, '0x', '0x01', `0x${'0'.repeat(128)}`] as const)
    expect(decodeNumber(answer)).toBeUndefined()
})

test('gives text of a string and of 32 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\0'))
      expect(decodeText(encodeAbiParameters([{ type: 'string' }], [text]))).toBe(text)
    }),
  )
  // Maker's symbol, as its contract of 2017 answers.
  expect(decodeText(`0x4d4b52${'0'.repeat(58)}`)).toBe('MKR')
  expect(decodeText('0x')).toBeUndefined()
  expect(decodeText(`0x${'f'.repeat(128)}`)).toBeUndefined()
})
