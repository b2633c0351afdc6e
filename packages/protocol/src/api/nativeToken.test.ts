import { expect, test } from 'vitest'
import { isNativeToken, isSameToken } from './nativeToken.ts'

const ether = `eip155:1:0x${'e'.repeat(40)}`
const token = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('knows the ids of native coins', () => {
  expect(isNativeToken(ether)).toBe(true)
  expect(isNativeToken(`eip155:1:0x${'E'.repeat(40)}`)).toBe(true)
  expect(isNativeToken(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So${'1'.repeat(41)}`)).toBe(true)
  for (const id of [token, mint, `eip155:1:0x${'e'.repeat(39)}`, `0x${'e'.repeat(40)}`, ''])
    expect(isNativeToken(id), id).toBe(false)
})

test('compares tokens without the checksum of EVM addresses, and exactly elsewhere', () => {
  expect(isSameToken(token, token.toLowerCase())).toBe(true)
  expect(isSameToken(token, token.replace(':1:', ':10:'))).toBe(false)
  expect(isSameToken(mint, mint.toLowerCase())).toBe(false)
})
