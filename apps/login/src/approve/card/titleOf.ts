import type { Description, TitleCode } from '@foyer/decode'
import type { Approval } from '../approval.ts'
import { fill, titles } from '../words.ts'
import { readLoneCall } from './readCalls.ts'
import { assetName, shorten } from './showAmount.ts'
import { readSiteName } from './siteName.ts'
import { firstAmount } from './sortFacts.ts'

/** Returns the heading: the kind of request and its main asset. */
export function titleOf({ origin }: Approval, description: Description): string {
  const { calls, leaves } = description
  const [words, bare] = titles[codeOf(description)]
  const asset = leaves[0]?.asset ?? firstAmount(description)?.asset
  const what = asset ? shorten(assetName(asset), 16, 4) : ''
  if (bare !== undefined && what === '') return bare
  const { owner, prefix } = readSiteName(origin)
  const site = (prefix + owner).length > 32 ? owner : prefix + owner
  return fill(words, { what, site, count: String(calls.length) })
}

/** Returns the code of the heading; that of the action for a Solana transaction with a single action. */
function codeOf(description: Description): TitleCode {
  const { kind, title } = description
  const action = kind === 'solana-transaction' ? readLoneCall(description)?.action : undefined
  return action === undefined || action === 'contract-call' || action === 'several-calls'
    ? title
    : action
}
