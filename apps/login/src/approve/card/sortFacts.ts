import type { DescribedCall, Description, Fact, FactLabel } from '@foyer/decode'
import { readActs, readLoneCall } from './readCalls.ts'

/** Facts that are folded away, for users who look closer. */
const folded: ReadonlySet<FactLabel> = new Set([
  'nonce',
  'gas',
  'data',
  'call-data',
  'init-code',
  'request-id',
  'function',
  'owner',
  'authority-kind',
  'not-before',
  'issued-at',
  'fee',
  'network',
  // In a sign-in these belong to the site itself; otherwise it would have been refused.
  'domain',
  'uri',
])

const addressOf = ({ value }: Fact) => (value.kind === 'address' ? value.address : undefined)

/** Splits the facts of a request: those shown, and those in the details. */
export function sortFacts(description: Description): {
  shown: readonly Fact[]
  details: readonly Fact[]
} {
  const { facts, leaves } = description
  // A lone call is the request: its facts appear nowhere else.
  const all = [...facts, ...(readLoneCall(description)?.facts ?? [])]
  const hasAmount = leaves.length > 0 || all.some(({ value }) => value.kind === 'amount')
  const token = all.find(({ label }) => label === 'token')
  const isMain = (fact: Fact): boolean => {
    if (folded.has(fact.label)) return false
    // Whose account it is has a row.
    if (fact.label === 'fee-payer' && fact.value.kind === 'address' && fact.value.own) return false
    // Shown large above already.
    if (fact.value.kind === 'amount' && isAmong(fact, leaves)) return false
    // The amount already names its token; a contract that equals the token is listed once.
    if (fact.label === 'token') return !hasAmount
    if (fact.label === 'contract' && token) return addressOf(fact) !== addressOf(token)
    return true
  }
  return { shown: all.filter(isMain), details: all.filter((fact) => !isMain(fact)) }
}

function isAmong({ value }: Fact, leaves: Description['leaves']): boolean {
  return (
    value.kind === 'amount' &&
    leaves.some(
      ({ amount, asset }) => amount === value.amount && asset.address === value.asset.address,
    )
  )
}

/** The facts that a call's line in the list does not show yet. */
export function factsOfCall({ facts, name, target }: DescribedCall): readonly Fact[] {
  return facts.filter((fact) => {
    if (fact.label === 'function') return !(fact.value.kind === 'text' && fact.value.text === name)
    if (fact.label === 'contract' || fact.label === 'token' || fact.label === 'program')
      return addressOf(fact) !== target
    return true
  })
}

/** The first amount that the request names, in itself or in its only call. */
export function firstAmount(description: Description) {
  const [only, ...others] = readActs(description)
  const all = [...description.facts, ...((others.length === 0 && only?.facts) || [])]
  for (const { value } of all) if (value.kind === 'amount') return value
  return undefined
}
