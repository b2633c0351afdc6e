import type { Description } from '../../decode/description.ts'
import type { Approval } from '../approval.ts'
import { fill, titles } from '../words.ts'
import { assetName, shorten } from './showAmount.ts'
import { readSiteName } from './siteName.ts'

/** The heading: what is asked, with the asset that it is about. */
export function titleOf({ origin }: Approval, description: Description): string {
  const { calls, facts, leaves, title } = description
  const [words, bare] = titles[title]
  const amount = facts.find(({ value }) => value.kind === 'amount')?.value
  const asset = leaves[0]?.asset ?? (amount?.kind === 'amount' ? amount.asset : undefined)
  const what = asset ? shorten(assetName(asset), 16, 4) : ''
  if (bare !== undefined && what === '') return bare
  const { owner, prefix } = readSiteName(origin)
  const site = (prefix + owner).length > 32 ? owner : prefix + owner
  return fill(words, { what, site, count: String(calls.length) })
}
