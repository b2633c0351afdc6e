import type { DescribedCall, Description, Fact, FactLabel } from '@foyer/decode'
import { readActs, readLoneCall } from './readCalls.ts'

/** Facts that are shown only in the details. */
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
  // In a sign-in these equal the site's own origin; other values are refused earlier.
  'domain',
  'uri',
])

const addressOf = ({ value }: Fact) => (value.kind === 'address' ? value.address : undefined)

/** Splits the facts of a request into those shown and those in the details. */
export function sortFacts(description: Description): {
  shown: readonly Fact[]
  details: readonly Fact[]
} {
  const { facts, leaves } = description
  // A single call is not listed, so its facts are added to the request's.
  const all = [...facts, ...(readLoneCall(description)?.facts ?? [])]
  const hasAmount = leaves.length > 0 || all.some(({ value }) => value.kind === 'amount')
  const token = all.find(({ label }) => label === 'token')
  const isMain = (fact: Fact): boolean => {
    if (folded.has(fact.label)) return false
    // The account has its own row.
    if (fact.label === 'fee-payer' && fact.value.kind === 'address' && fact.value.own) return false
    // Already shown among the outgoing assets.
    if (fact.value.kind === 'amount' && isAmong(fact, leaves)) return false
    // The amount already names its token.
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

/** Returns the facts of a call that its line in the list does not already show. */
export function factsOfCall({ facts, name, target }: DescribedCall): readonly Fact[] {
  return facts.filter((fact) => {
    if (fact.label === 'function') return !(fact.value.kind === 'text' && fact.value.text === name)
    if (fact.label === 'contract' || fact.label === 'token' || fact.label === 'program')
      return addressOf(fact) !== target
    return true
  })
}

/** Returns the first amount among the facts of the request or of its only call. */
export function firstAmount(description: Description) {
  const [only, ...others] = readActs(description)
  const all = [...description.facts, ...((others.length === 0 && only?.facts) || [])]
  for (const { value } of all) if (value.kind === 'amount' || value.kind === 'rate') return value
  return undefined
}
