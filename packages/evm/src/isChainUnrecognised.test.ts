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
  { code: 4901 },
  { code: -32603, data: { originalError: { code: 4901 } } },
  { code: 5710, message: 'Unsupported chain id' },
  { code: 5100, message: 'Unsupported chains.' },
  { code: -32000, message: 'Unsupported network' },
  { code: -32602, message: 'invalid chain id' },
  { message: 'Chain ID 0x7a6a is not supported' },
  { message: 'Network 31338 is not known' },
  { message: 'Wallet does not support this chain' },
  { message: "The chain hasn't been added" },
  new FoyerError('chain-disconnected'),
  new FoyerError('chain-unrecognised'),
  new FoyerError('internal', { cause: { data: { code: 4902 } } }),
])('is true for a network that the wallet does not know (%#)', (thrown) => {
  expect(isChainUnrecognised(thrown)).toBe(true)
})

test.each([
  { code: 4001 },
  { code: -32603, message: 'Internal error' },
  { code: 4900 },
  { code: -32002, message: 'Request of type wallet_switchEthereumChain already pending' },
  { code: -32000, message: 'the network request failed' },
  { code: -32000, message: 'network error: the node was not found' },
  new FoyerError('session-chain-unsupported'),
  undefined,
  null,
  4902,
  'x',
])('is false for another failure (%#)', (thrown) => {
  expect(isChainUnrecognised(thrown)).toBe(false)
})

test('is false for a circular error, and terminates', () => {
  const loop: { cause?: unknown } = {}
  loop.cause = loop
  expect(isChainUnrecognised(loop)).toBe(false)
})
