import { expect, test } from 'vitest'
import { labelOf } from './labelOf.ts'

test.each([
  ['sign-in', 'Sign in'],
  ['message', 'Sign'],
  ['typed-data', 'Sign'],
  ['blind', 'Sign'],
  ['transaction', 'Approve'],
  [undefined, 'Approve'],
] as const)('labels the approve button for %s as "%s"', (kind, label) => {
  expect(labelOf(kind)).toBe(label)
})
