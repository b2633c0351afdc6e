import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { isChainUnrecognised } from './isChainUnrecognised.ts'

test.each([
  { code: 4902 },
  { code: '4902' },
  { code: -32603, data: { originalError: { code: 4902 } } },
  { code: -32603, cause: { cause: { code: 4902 } } },
  { code: -32603, error: { code: 4902 } },
  { code: -32603, message: 'Unrecognized chain ID "0x7a6a". Try adding the chain first.' },
  { message: 'Unknown chain' },
  { message: 'Chain 31338 has not been added by user' },
  'Unrecognised chain',
  new FoyerError('chain-unrecognised'),
  new FoyerError('internal', { cause: { data: { code: 4902 } } }),
])('gives true for a network that the wallet does not know (%#)', (thrown) => {
  expect(isChainUnrecognised(thrown)).toBe(true)
})

test.each([
  { code: 4001 },
  { code: -32603, message: 'Internal error' },
  undefined,
  null,
  4902,
  'x',
])('gives false for another failure (%#)', (thrown) => {
  expect(isChainUnrecognised(thrown)).toBe(false)
})

test('gives false for what refers to itself, and ends', () => {
  const loop: { cause?: unknown } = {}
  loop.cause = loop
  expect(isChainUnrecognised(loop)).toBe(false)
})
