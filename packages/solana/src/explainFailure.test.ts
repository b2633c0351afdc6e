import { expect, test } from 'vitest'
import { explainFailure } from './explainFailure.ts'

test.each([
  ['BlockhashNotFound', /Send it again/],
  ['InsufficientFundsForFee', /not enough SOL for the fee/],
  ['AccountNotFound', /not enough SOL for the fee/],
  [{ InsufficientFundsForRent: { account_index: 0 } }, /less SOL than the network asks/],
  [{ InstructionError: [2, { Custom: 1 }] }, /not enough of the token, or of SOL/],
  [{ InstructionError: [2, { Custom: 17 }] }, /frozen/],
])('error: explains %j, then quotes the node', (err, sentence) => {
  const details = explainFailure({ err })
  expect(details).toMatch(sentence)
  expect(details).toContain('The node said')
})

test('error: quotes the most informative line of the log', () => {
  const err = { InstructionError: [0, { Custom: 1 }] }
  const logs = [
    'Program 11111111111111111111111111111111 invoke [1]',
    'Transfer: insufficient lamports 1, need 2',
    'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
  ]
  expect(explainFailure({ err, logs })).toMatch(/: Transfer: insufficient lamports 1, need 2\.$/)
  expect(explainFailure({ err, logs: logs.toSpliced(1, 1) })).toMatch(
    /custom program error: 0x1\.$/,
  )
  expect(explainFailure({ err, logs: [7, null] })).toMatch(/"Custom":1}\]}\.$/)
})

test('error: quotes only the node for an unknown failure', () => {
  expect(explainFailure({ err: { InstructionError: [0, { Custom: 6001 }] } })).toBe(
    'The node said {"InstructionError":[0,{"Custom":6001}]}.',
  )
  expect(explainFailure({ err: 'Odd' })).toBe('The node said Odd.')
  expect(explainFailure({ err: undefined })).toBe('The node said undefined.')
  const logs = ['Program log: Error: No memo in previous instruction; required for recipient']
  expect(explainFailure({ err: { InstructionError: [1, { Custom: 36 }] }, logs })).toMatch(/memo/)
})
