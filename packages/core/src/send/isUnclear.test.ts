import { FoyerError, toFoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { isUnclear } from './isUnclear.ts'

test.each([
  ...(['request-timed-out', 'request-aborted', 'unknown', 'internal'] as const),
  // The session or the frame ended while the wallet was open.
  ...(['not-connected', 'provider-disconnected'] as const),
  ...(['relay-unreachable', 'relay-refused', 'clock-wrong'] as const),
  // The node took what was signed, and its answer was lost.
  ...(['rpc-failed', 'http-failed'] as const),
])('after %s the wallet may still have sent it', (code) => {
  expect(isUnclear(new FoyerError(code))).toBe(true)
})

test.each([4001, 4100, 4200, 4902, -32000, -32003, -32601, -32602, 5740])(
  "a wallet's refusal by number %i is clear",
  (code) => {
    expect(isUnclear(toFoyerError({ code, message: 'no' }))).toBe(false)
  },
)

test.each([-32603, -32099, 0])("a wallet's error by number %i is not", (code) => {
  expect(isUnclear(toFoyerError({ code, message: 'oops' }))).toBe(true)
})
