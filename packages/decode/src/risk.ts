import type { DescribedCall, Risk, Warning, WarningCode } from './description.ts'

/** The minimum risk that each warning causes. @source security 3.4 "Risk tiers" */
const risks: Readonly<Record<WarningCode, Risk>> = {
  'not-text': 'high',
  'looks-like-hash': 'high',
  'hidden-characters': 'medium',
  'unknown-typed-data': 'high',
  'unknown-call': 'high',
  'unknown-program': 'high',
  'not-all-decoded': 'high',
  'lets-spend': 'high',
  'acts-alone': 'high',
  'unlimited-amount': 'high',
  'whole-balance': 'high',
  'amount-far-above-balance': 'high',
  'amount-above-balance': 'high',
  'approves-all-nfts': 'high',
  'long-deadline': 'high',
  'deadline-passed': 'medium',
  'no-network-in-data': 'high',
  'order-for-nothing': 'high',
  'creates-contract': 'high',
  'calls-own-account': 'high',
  'calls-entry-point': 'high',
  'upgrades-account': 'medium',
  'delegate-call': 'high',
  'safe-settings': 'high',
  'acts-for-safe': 'high',
  'safe-refund': 'high',
  'to-nobody': 'high',
  'token-imitates': 'high',
  'token-unreadable': 'high',
  'sends-to-other': 'high',
  'simulation-unavailable': 'medium',
  'simulation-timed-out': 'medium',
  'simulation-reverts': 'medium',
  'simulation-disagrees': 'high',
  'simulation-partial': 'medium',
  'untried-contract': 'high',
  'promises-more': 'high',
  'income-may-fail': 'high',
  'fee-high': 'high',
  'changes-authority': 'high',
  'closes-account-to-other': 'high',
  'delegates-token': 'high',
  'durable-nonce': 'high',
  'more-signers': 'high',
  'not-fee-payer': 'medium',
  'assigns-account': 'high',
  'lookup-table-unresolved': 'high',
  'token-taxed': 'medium',
}
const order = ['low', 'medium', 'high'] as const

/** Returns the highest risk among the base and the warnings. */
export function riskOf(base: Risk, warnings: readonly Warning[]): Risk {
  const levels = [base, ...warnings.map(({ code }) => risks[code])]
  return order[Math.max(...levels.map((level) => order.indexOf(level)))] ?? 'high'
}

/** Removes duplicate warnings, and sorts them with the most severe first. */
export function collectWarnings(warnings: readonly Warning[]): Warning[] {
  const once = new Map(warnings.map((warning) => [JSON.stringify(warning), warning]))
  return [...once.values()].sort(
    (one, other) => order.indexOf(risks[other.code]) - order.indexOf(risks[one.code]),
  )
}

/** Returns all warnings of calls and their nested calls. */
export function warningsOf(calls: readonly DescribedCall[]): Warning[] {
  return calls.flatMap((call) => [...call.warnings, ...warningsOf(call.calls)])
}
