import { expect, test } from 'vitest'
import { requireOwnAccount } from './requireOwnAccount.ts'

const hex = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
const base58 = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

test('takes the own account, a hex one in any case, and a request that names none', () => {
  for (const given of [undefined, hex, hex.toLowerCase()])
    expect(() => requireOwnAccount(given, hex)).not.toThrow()
  expect(() => requireOwnAccount(base58, base58)).not.toThrow()
})

test('error: another account, and base58 in another case, are unauthorized', () => {
  for (const [given, own] of [
    [hex.replace('1', '2'), hex],
    ['', hex],
    [null, hex],
    [base58.toLowerCase(), base58],
  ] as const)
    expect(() => requireOwnAccount(given, own)).toThrow(
      expect.objectContaining({ code: 'unauthorized' }),
    )
})
