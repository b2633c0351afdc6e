import type { Description, TitleCode } from '@foyer/decode'
import { fillMessage } from '../i18n/fillMessage.ts'
import type { DescriptionWords } from './descriptionWords.ts'
import { enDescription } from './enDescription.ts'
import { readLoneCall } from './readCalls.ts'
import { quotedName, shorten } from './showAmount.ts'
import { firstAmount } from './sortFacts.ts'

/**
 * Returns the heading: the kind of request and its main asset.
 *
 * @param options.site - The requesting site, for the heading of a sign-in.
 */
export function titleOf(
  description: Description,
  { site, words = enDescription }: { site: string; words?: DescriptionWords },
): string {
  const { calls, leaves } = description
  const [text, bare] = words.titles[codeOf(description)]
  const asset = leaves[0]?.asset ?? firstAmount(description)?.asset
  const what = asset ? shorten(quotedName(asset), 16, 4) : ''
  if (bare !== undefined && what === '') return bare
  return fillMessage(text, { what, site, count: String(calls.length) })
}

/** Returns the code of the heading; that of the action for a Solana transaction with a single action. */
function codeOf(description: Description): TitleCode {
  const { kind, title } = description
  const action = kind === 'solana-transaction' ? readLoneCall(description)?.action : undefined
  return action === undefined || action === 'contract-call' || action === 'several-calls'
    ? title
    : action
}
