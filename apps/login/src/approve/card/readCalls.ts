import type { DescribedCall, Description } from '@foyer/decode'

/**
 * The calls that have an effect. On Solana, omits those that only set the fee when there are others: the fee has a row,
 * and the details contain all calls.
 */
export function readActs({ calls, kind }: Description): readonly DescribedCall[] {
  if (kind !== 'solana-transaction') return calls
  const acts = calls.filter(({ action }) => action !== 'fee-settings')
  return acts.length > 0 ? acts : calls
}

/** Finds the call that makes up the whole request, if there is one; a bundle of one call is described as a bundle. */
export function readLoneCall(description: Description): DescribedCall | undefined {
  if (description.kind === 'calls') return undefined
  const [only, ...others] = readActs(description)
  return others.length === 0 ? only : undefined
}
