import type { AssetChange } from './description.ts'

/** Names an asset, and an NFT with its number. */
export function assetKey({ asset, tokenId }: Pick<AssetChange, 'asset' | 'tokenId'>): string {
  return `${asset.address ?? ''} ${tokenId ?? ''}`.toLowerCase()
}

/** Amounts of the same asset as one. */
export function sumChanges(changes: readonly AssetChange[]): AssetChange[] {
  const totals = new Map<string, AssetChange>()
  for (const change of changes) {
    const key = assetKey(change)
    const before = totals.get(key)
    totals.set(key, before ? { ...before, amount: before.amount + change.amount } : change)
  }
  return [...totals.values()]
}

/**
 * What the request says and what was seen, as one list: of each asset the larger amount, so that a simulation which
 * shows little can not make a request look smaller.
 */
export function mergeChanges(
  said: readonly AssetChange[],
  seen: readonly AssetChange[],
): AssetChange[] {
  const of = new Map(seen.map((change) => [assetKey(change), change]))
  const merged = said.map((change) => {
    const other = of.get(assetKey(change))
    of.delete(assetKey(change))
    return other && other.amount > change.amount ? other : change
  })
  return [...merged, ...of.values()]
}
