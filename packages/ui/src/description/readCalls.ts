import type { DescribedCall, Description } from '@foyer/decode'

/**
 * Returns the calls that count as actions. On Solana, omits compute budget instructions if there are others: the fee has
 * its own row, and the details list all calls.
 */
export function readActs({ calls, kind }: Description): readonly DescribedCall[] {
  if (kind !== 'solana-transaction') return calls
  const acts = calls.filter(({ action }) => action !== 'fee-settings')
  return acts.length > 0 ? acts : calls
}

/** Returns the only call of a request; undefined if there are several, or for a bundle or permission, even of one call. */
export function readLoneCall(description: Description): DescribedCall | undefined {
  if (description.kind === 'calls' || description.kind === 'permission') return undefined
  const [only, ...others] = readActs(description)
  return others.length === 0 ? only : undefined
}
