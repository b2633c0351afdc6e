import type { Description } from '../../decode/description.ts'
import type { Approval } from '../approval.ts'
import { fill, titles } from '../words.ts'
import { assetName, shorten } from './showAmount.ts'
import { readSiteName } from './siteName.ts'
import { firstAmount } from './sortFacts.ts'

/** The heading: what is asked, with the asset that it is about. */
export function titleOf({ origin }: Approval, description: Description): string {
  const { calls, leaves, title } = description
  const [words, bare] = titles[title]
  const asset = leaves[0]?.asset ?? firstAmount(description)?.asset
  const what = asset ? shorten(assetName(asset), 16, 4) : ''
  if (bare !== undefined && what === '') return bare
  const { owner, prefix } = readSiteName(origin)
  const site = (prefix + owner).length > 32 ? owner : prefix + owner
  return fill(words, { what, site, count: String(calls.length) })
}
