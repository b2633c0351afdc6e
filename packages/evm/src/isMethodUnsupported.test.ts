import { expect, test } from 'vitest'
import { isMethodUnsupported } from './isMethodUnsupported.ts'

test.each([
  { code: 4200 },
  { code: -32601 },
  { code: -32004 },
  { code: -32603, data: { originalError: { code: -32601 } } },
  { message: 'the method wallet_switchEthereumChain does not exist/is not available' },
  { message: 'Method not found' },
  { message: 'Unsupported method: wallet_revokePermissions' },
  'not implemented',
])('is true for a wallet without the method (%#)', (thrown) => {
  expect(isMethodUnsupported(thrown)).toBe(true)
})

test.each([
  { code: 4001, message: 'User rejected the request.' },
  { code: 4902, message: 'Unrecognized chain ID' },
  { code: -32603, message: 'Internal error' },
  undefined,
  null,
  4200,
])('is false for another failure (%#)', (thrown) => {
  expect(isMethodUnsupported(thrown)).toBe(false)
})
