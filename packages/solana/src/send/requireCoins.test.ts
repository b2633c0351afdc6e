import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requireCoins } from './requireCoins.ts'

const lamports = fc.bigInt(0n, 10n ** 18n)
const plan = { instructions: [], transfers: [], purpose: 'to send', remedy: 'Send less.' }

test('accepts exactly a remainder of nothing, or of the least balance or more', () => {
  fc.assert(
    fc.property(lamports, lamports, lamports, lamports, (balance, leaving, fee, leastBalance) => {
      const left = balance - leaving - fee
      const check = () => requireCoins({ ...plan, balance, leaving, leastBalance }, fee)
      if (left === 0n || (left > 0n && left >= leastBalance)) expect(check).not.toThrow()
      else
        expect(check).toThrow(
          expect.objectContaining({
            code: 'transaction-rejected',
            details: expect.stringMatching(
              left < 0n ? /^Not enough SOL/ : /^The account would be left with/,
            ),
          }),
        )
    }),
  )
})

test('error: names the balance and the required amount', () => {
  const enough = { ...plan, balance: 1_000_000_000n, leastBalance: 890_880n }
  expect(() => requireCoins({ ...enough, leaving: 2_000_000_000n }, 5_000n)).toThrow(
    expect.objectContaining({
      details:
        'Not enough SOL: the account has 1 SOL, it takes 2 SOL to send and 0.000005 SOL for the fee. Send less.',
    }),
  )
  expect(() => requireCoins({ ...enough, balance: 1_000n, leaving: 0n }, 5_000n)).toThrow(
    expect.objectContaining({
      details:
        'Not enough SOL: the account has 0.000001 SOL, it takes 0.000005 SOL for the fee. Send less.',
    }),
  )
})
