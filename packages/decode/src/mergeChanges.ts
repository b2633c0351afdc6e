import type { AssetChange, Warning } from './description.ts'

/** Changes of the account's assets that a decoded request states. */
export type SaidChanges = {
  leaves: readonly AssetChange[]
  comes: readonly AssetChange[]
  /** Income from parts that may fail while the rest succeeds. */
  unsure?: readonly AssetChange[]
  /** True when a part may fail while the rest succeeds. */
  mayFail?: boolean
  /** Maximum of costs whose actual amount only a simulation shows. */
  deposits?: readonly AssetChange[]
}

/** Changes of the account's assets in the simulation. */
export type SeenChanges = {
  leaves: readonly AssetChange[]
  comes: readonly AssetChange[]
  /** True when it succeeded, and all transfers could be read. */
  complete: boolean
  /** True when a contract logged income that did not arrive. */
  overstated?: boolean
}

/** The changes to show. */
export type MergedChanges = {
  leaves: AssetChange[]
  comes: AssetChange[]
  warnings: Warning[]
}

/** Returns the key of an asset; of an NFT with its token id. */
function assetKey({ asset, tokenId }: AssetChange): string {
  // A token with an unknown address must not share the native coin's key. Base58 is case-sensitive.
  const { address = asset.kind } = asset
  return `${address.startsWith('0x') ? address.toLowerCase() : address} ${tokenId ?? ''}`
}

/** Sums the amounts of each asset. */
export function sumChanges(changes: readonly AssetChange[]): AssetChange[] {
  const totals = new Map<string, AssetChange>()
  for (const change of changes) {
    const key = assetKey(change)
    const before = totals.get(key)
    totals.set(key, before ? { ...before, amount: before.amount + change.amount } : change)
  }
  return [...totals.values()]
}

/** Makes a function that returns the amount of an asset; 0 if it is not in the list. */
function amountsOf(changes: readonly AssetChange[]): (change: AssetChange) => bigint {
  const of = new Map(sumChanges(changes).map((change) => [assetKey(change), change.amount]))
  return (change) => of.get(assetKey(change)) ?? 0n
}

/** Takes the larger amount of each asset. */
function largerOf(said: readonly AssetChange[], seen: readonly AssetChange[]): AssetChange[] {
  const of = new Map(seen.map((change) => [assetKey(change), change]))
  const merged = sumChanges(said).map((change) => {
    const other = of.get(assetKey(change))
    of.delete(assetKey(change))
    return other && other.amount > change.amount ? other : change
  })
  return [...merged, ...of.values()]
}

/**
 * Merges the changes that a request states with those of its simulation, so that the account never loses more or gets
 * less than is shown: takes the larger amount of outgoing assets, and only simulated amounts of incoming ones. If a part
 * may fail while the rest succeeds, income counts only up to the amount that the other parts state.
 * @param options.slack - Tolerated difference of the native coin, in smallest units: fees and deposits that no part states.
 *   @default 0
 * @param options.decoded - Whether all parts were decoded; other changes in the simulation then add a warning.
 * @param options.saysAll - Whether the parts also state all their income. @default false
 * @param options.plain - Whether it is a single transfer, which the simulation must show in full. @default false
 * @source security T36, T118
 */
export function mergeChanges(
  said: SaidChanges,
  seen: SeenChanges,
  { decoded, plain = false, saysAll = false, slack = 0n }: mergeChanges.Options,
): MergedChanges {
  const { complete } = seen
  const claims = sumChanges([...said.comes, ...(said.unsure ?? [])])
  const [saidOut, saidIn, sureIn] = [said.leaves, claims, said.comes].map(amountsOf) as [
    Amounts,
    Amounts,
    Amounts,
  ]
  const [seenOut, seenIn] = [amountsOf(seen.leaves), amountsOf(seen.comes)]
  const slackOf = ({ asset }: AssetChange) => (asset.kind === 'native' ? slack : 0n)

  const arrived = complete ? seen.comes : []
  const comes = arrived.flatMap((change) => {
    const sure = said.mayFail ? smaller(sureIn(change), change.amount) : change.amount
    return sure > 0n ? [{ ...change, amount: sure }] : []
  })
  // Compare net amounts: an asset may be both outgoing and incoming.
  const promises = claims.some((change) => {
    if (!complete) return change.amount > 0n
    const remains = saidIn(change) - saidOut(change)
    return remains > seenIn(change) - seenOut(change) + slackOf(change)
  })
  const disagrees =
    complete &&
    decoded &&
    (seen.leaves.some((change) => change.amount > saidOut(change) + slackOf(change)) ||
      (saysAll && seen.comes.some((change) => saidIn(change) === 0n)) ||
      (plain && said.leaves.some((change) => saidOut(change) > seenOut(change))))
  return {
    leaves: largerOf(
      complete ? said.leaves : [...said.leaves, ...(said.deposits ?? [])],
      seen.leaves,
    ),
    comes,
    warnings: [
      ...(promises || seen.overstated ? [{ code: 'promises-more' } as const] : []),
      ...(isLess(comes, arrived) ? [{ code: 'income-may-fail' } as const] : []),
      ...(disagrees ? [{ code: 'simulation-disagrees' } as const] : []),
    ],
  }
}

export declare namespace mergeChanges {
  type Options = { slack?: bigint; decoded: boolean; saysAll?: boolean; plain?: boolean }
}

type Amounts = ReturnType<typeof amountsOf>

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

function isLess(comes: readonly AssetChange[], arrived: readonly AssetChange[]): boolean {
  const shown = amountsOf(comes)
  return arrived.some((change) => shown(change) < change.amount)
}

/**
 * Joins the changes of several transactions, each of which can succeed without the others. Income counts only when all
 * changes are in one of them.
 */
export function joinTransactions(parts: readonly MergedChanges[]): MergedChanges {
  const moving = parts.filter(({ comes, leaves }) => comes.length + leaves.length > 0)
  const comes = moving.length === 1 ? moving.flatMap((part) => part.comes) : []
  const brings = moving.some((part) => part.comes.length > 0)
  return {
    leaves: sumChanges(parts.flatMap(({ leaves }) => leaves)),
    comes,
    warnings: [
      ...parts.flatMap(({ warnings }) => warnings),
      ...(brings && comes.length === 0 ? [{ code: 'income-may-fail' } as const] : []),
    ],
  }
}
