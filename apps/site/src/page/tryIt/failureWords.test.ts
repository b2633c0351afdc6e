import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { failureWords } from './failureWords.ts'

test.each([
  [
    'why a transfer is refused, as the adapter says it',
    new FoyerError('transaction-rejected', { details: 'Not enough SOL. Send less, or add SOL.' }),
    'Not enough SOL. Send less, or add SOL.',
  ],
  [
    'what to do about an address that is none',
    new FoyerError('address-invalid', { details: 'hello' }),
    'This is not an address on this network. Copy the whole address again.',
  ],
  [
    'that it was declined',
    new FoyerError('user-rejected', { details: 'User denied.' }),
    'You declined it in the wallet. Nothing was signed or sent.',
  ],
  [
    'what went wrong in the wallet, after what it means',
    new FoyerError('unknown', { details: 'The wallet answered with no signature.' }),
    'An error occurred. The wallet answered with no signature.',
  ],
  ['what the catalogue says', new FoyerError('not-connected'), 'No account is connected.'],
  ['something for what nobody knows', 'no error at all', 'An error occurred.'],
])('gives %s', (_, thrown, said) => {
  expect(failureWords(thrown)).toBe(said)
})
