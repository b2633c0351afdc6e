import { FoyerError, formatUnits } from '@foyer/protocol'
import type { Plan } from './plan.ts'

/** Fee per signature, lamports. @source https://solana.com/docs/core/fees */
export const signatureFee = 5_000n

/**
 * Checks that the sender can pay a transfer with its fee, and keeps nothing or at least the network's minimum.
 *
 * @param fee - Lamports.
 * @throws FoyerError `transaction-rejected`
 * @source https://solana.com/docs/core/accounts#rent
 */
export function requireCoins(
  { balance, leastBalance, leaving, purpose, remedy }: Plan,
  fee: bigint,
): void {
  const sol = (lamports: bigint) => `${formatUnits(lamports, 9)} SOL`
  const left = balance - leaving - fee
  const parts = [...(leaving > 0n ? [`${sol(leaving)} ${purpose}`] : []), `${sol(fee)} for the fee`]
  if (left < 0n)
    throw new FoyerError('transaction-rejected', {
      details: `Not enough SOL: the account has ${sol(balance)}, it takes ${parts.join(' and ')}. ${remedy}`,
    })
  if (left > 0n && left < leastBalance)
    throw new FoyerError('transaction-rejected', {
      details: `The account would be left with ${sol(left)}: it must keep ${sol(leastBalance)} or nothing. It takes ${parts.join(' and ')}. ${remedy}`,
    })
}
