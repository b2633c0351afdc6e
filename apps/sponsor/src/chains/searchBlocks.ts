/** Both ends belong to it. */
export type BlockRange = { readonly fromBlock: bigint; readonly toBlock: bigint }

/** One node of a provider may be so many blocks behind the one that told the newest block's number. */
const blocksBehind = 10n
/** Blocks that nodes search at once: one that refuses is asked for fewer. */
const blocksAtOnce = [500n, 50n, 10n]

/**
 * Searches blocks, in as few parts as the node takes.
 *
 * @param start - the end to begin at
 * @returns each part that was searched, with what was found in it
 * @throws what the node throws when it does not search
 */
export async function* searchBlocks<found>(
  { fromBlock: oldest, toBlock: newest }: BlockRange,
  start: 'oldest' | 'newest',
  search: (part: BlockRange) => Promise<found>,
): AsyncGenerator<BlockRange & { readonly found: found }> {
  let [fromBlock, toBlock, size] = [oldest, newest, 0]
  while (fromBlock <= toBlock) {
    const others = blocksAtOnce[size]! - 1n
    const part =
      start === 'oldest'
        ? { fromBlock, toBlock: smaller(toBlock, fromBlock + others) }
        : { fromBlock: larger(fromBlock, toBlock - others), toBlock }
    let found: found
    try {
      found = await search(part)
    } catch (error) {
      if (++size === blocksAtOnce.length) throw error
      continue
    }
    yield { ...part, found }
    if (start === 'oldest') fromBlock = part.toBlock + 1n
    else toBlock = part.fromBlock - 1n
  }
}

/** A block that every node has once one of them has this one. */
export const blockBehind = (block: bigint) => larger(block - blocksBehind, 0n)

export const larger = (one: bigint, other: bigint) => (one > other ? one : other)
export const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
