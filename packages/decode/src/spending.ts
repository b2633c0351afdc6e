import type { Warning } from './description.ts'
import { unlimitedFrom } from './facts.ts'

const longestS = 30n * 86_400n
/** Multiple of the balance above which an allowance adds a warning. @source security 3.4 "Permit-like" */
const farAbove = 100n

/** Returns the warnings for an allowance. @param balance - The account's balance in smallest units, if known. */
export function spendingWarnings(amount: bigint, balance: bigint | undefined): Warning[] {
  if (amount >= unlimitedFrom) return [{ code: 'unlimited-amount' }]
  if (balance === undefined) return []
  if (amount > balance * farAbove) return [{ code: 'amount-far-above-balance' }]
  return balance > 0n && amount >= balance ? [{ code: 'whole-balance' }] : []
}

/** Returns the warnings for a deadline. @param seconds - Since 1970. @param now - ms since 1970. */
export function deadlineWarnings(seconds: bigint, now: number): Warning[] {
  const left = seconds - BigInt(Math.floor(now / 1000))
  if (left < 0n) return [{ code: 'deadline-passed' }]
  if (left <= longestS) return []
  const days = left / 86_400n
  return [{ code: 'long-deadline', values: { days: days > 36_500n ? 'never' : String(days) } }]
}
