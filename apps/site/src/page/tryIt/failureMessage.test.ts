import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { failureMessage } from './failureMessage.ts'

test.each([
  [
    'the adapter’s reason for a rejected transfer',
    new FoyerError('transaction-rejected', { details: 'Not enough SOL. Send less, or add SOL.' }),
    'Not enough SOL. Send less, or add SOL.',
  ],
  [
    'what to do about an invalid address',
    new FoyerError('address-invalid', { details: 'hello' }),
    'This is not an address on this network. Copy the whole address again.',
  ],
  [
    'that the user declined',
    new FoyerError('user-rejected', { details: 'User denied.' }),
    'You declined it in the wallet. Nothing was signed or sent.',
  ],
  [
    'the meaning first, then the wallet’s own message',
    new FoyerError('unknown', { details: 'The wallet answered with no signature.' }),
    'An error occurred. The wallet answered with no signature.',
  ],
  ['the catalogue’s message', new FoyerError('not-connected'), 'No account is connected.'],
  ['a general message for an unknown error', 'no error at all', 'An error occurred.'],
])('shows %s', (_, thrown, said) => {
  expect(failureMessage(thrown)).toBe(said)
})
