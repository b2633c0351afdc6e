import { and, desc, eq } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import type { BlockMark, BlockReader, ChainBlock } from './chainBlock.ts'
import { acquireLease, type ChainProgress, releaseLease } from './chainLease.ts'
import { historyBlocks, historyChains } from './historyTables.ts'
import { dropBlocks, storeBlocks } from './storeBlocks.ts'

/** Indexes one chain into the database, one batch per step. */
export type ChainIndexer = {
  /**
   * Indexes the next batch.
   *
   * @returns `more` when blocks are left, `idle` at the chain's newest block, `held` while another process has the lease.
   * @throws {@link HttpError} 502 when the chain does not answer; what the database throws
   */
  step(): Promise<'more' | 'idle' | 'held'>
  /** Releases the lease, so that another process can take over at once. */
  release(): Promise<void>
}

const maxBlocks = 100
/** Number of blocks above which a chain is indexed from its newest block on, unless a first block is configured. */
const longestBackfill = 100_000

export function createChainIndexer({
  chainId,
  firstBlock,
  hashes = 256,
  holder,
  leaseMs = 30_000,
  now = Date.now,
  queries,
  reader,
  shorterMs = 30_000,
}: createChainIndexer.Options): ChainIndexer {
  /** Copy of the database's progress while this process has the lease. */
  let held: { progress: ChainProgress; lastHash: string | undefined; renewAt: number } | undefined
  /** The next blocks, which are read while the last ones are stored. */
  let ahead: { first: number; last: number; blocks: Promise<ChainBlock[]> } | undefined
  let batch = maxBlocks
  /** Since when the chain ends below the indexed blocks. */
  let shorterSince: number | undefined

  async function hold(): Promise<ChainProgress | undefined> {
    if (held !== undefined && held.renewAt > now()) return held.progress
    const progress = await acquireLease(queries, { chainId, holder, leaseMs })
    const newest = progress && (await readNewest(1))[0]
    held = progress && {
      progress,
      lastHash: newest?.block === progress.nextBlock - 1 ? newest.hash : undefined,
      renewAt: now() + leaseMs / 3,
    }
    return progress
  }

  const readNewest = (count: number) =>
    queries
      .select()
      .from(historyBlocks)
      .where(eq(historyBlocks.chainId, chainId))
      .orderBy(desc(historyBlocks.block))
      .limit(count)

  async function readHash(number: number): Promise<string | undefined> {
    const [row] = await queries
      .select()
      .from(historyBlocks)
      .where(and(eq(historyBlocks.chainId, chainId), eq(historyBlocks.block, number)))
    return row?.hash
  }

  /** Deletes indexed blocks that are no longer on the chain. @returns whether any were deleted */
  async function goBack(progress: ChainProgress): Promise<boolean> {
    const stored = await readNewest(hashes + 1)
    const current = await reader.readHashes(stored.map(({ block }) => block))
    // A missing hash proves nothing: a node that lags behind does not have the newest blocks.
    const isReplaced = stored.some(({ hash }, at) => (current[at] ?? hash) !== hash)
    if (!isReplaced) return false
    const above = stored.find(({ hash }, at) => current[at] === hash)?.block
    const next = await dropBlocks(queries, { above, progress })
    held = {
      ...held!,
      progress: next,
      lastHash: above === undefined ? undefined : await readHash(above),
    }
    return true
  }

  /** True unless the chain's newest block shows that stored blocks were replaced. */
  async function isOnChain({ nextBlock }: ChainProgress, head: BlockMark): Promise<boolean> {
    if (held!.lastHash === undefined || head.number >= nextBlock) return true
    const stored = head.number === nextBlock - 1 ? held!.lastHash : await readHash(head.number)
    return stored === head.hash
  }

  /** True if the chain ends in an indexed block, for too long to be a node that lags behind. */
  function isCut({ firstBlock, nextBlock }: ChainProgress, head: BlockMark): boolean {
    const isShorter = firstBlock !== null && head.number < nextBlock - 1
    shorterSince = isShorter ? (shorterSince ?? now()) : undefined
    return shorterSince !== undefined && now() - shorterSince >= shorterMs
  }

  async function step(): Promise<'more' | 'idle' | 'held'> {
    const progress = await hold()
    if (progress === undefined) return 'held'
    const head = await reader.readHead()
    if (!(await isOnChain(progress, head))) return (await goBack(progress)) ? 'more' : 'idle'
    const first = progress.firstBlock === null ? beginAt(head) : progress.nextBlock
    if (isCut(progress, head)) {
      // Should they come back, they are read again.
      const next = await dropBlocks(queries, { above: head.number, progress })
      held = { ...held!, progress: next, lastHash: head.hash }
      return 'more'
    }
    if (first > head.number) {
      await noteSeen(progress, head)
      return 'idle'
    }
    const blocks = linked(await readAhead(first, head.number))
    if (held!.lastHash !== undefined && blocks[0].parentHash !== held!.lastHash)
      return (await goBack(progress)) ? 'more' : 'idle'
    prepare(blocks.at(-1)!.number + 1, head.number)
    const stored = await storeBlocks(queries, {
      ...{ blocks, hashes, progress },
      head: head.number,
      nowMs: now(),
    })
    held = { ...held!, progress: stored, lastHash: blocks.at(-1)!.hash }
    return stored.nextBlock > head.number ? 'idle' : 'more'
  }

  /** Reads the next batch, unless it is being read already. */
  async function readAhead(first: number, head: number): Promise<ChainBlock[]> {
    const known = ahead?.first === first && ahead.last <= head ? ahead.blocks : undefined
    ahead = undefined
    const blocks = await (known ?? reader.readBlocks(first, Math.min(head, first + batch - 1)))
    batch = Math.min(maxBlocks, batch * 2)
    return blocks
  }

  /** Begins to read the next batch, if there is one. Its failure is that of the step that needs it. */
  function prepare(first: number, head: number): void {
    if (first > head) return
    const last = Math.min(head, first + batch - 1)
    ahead = { first, last, blocks: reader.readBlocks(first, last) }
    ahead.blocks.catch(() => {})
  }

  const beginAt = ({ number }: BlockMark) => firstBlock ?? (number <= longestBackfill ? 0 : number)

  /** Updates, from time to time, when the chain was last seen. */
  async function noteSeen(progress: ChainProgress, head: BlockMark): Promise<void> {
    if (now() - progress.seenAt < leaseMs / 3) return
    const seen = { seenAt: now(), headBlock: head.number }
    await queries.update(historyChains).set(seen).where(eq(historyChains.chainId, chainId))
    held = { ...held!, progress: { ...progress, ...seen } }
  }

  return {
    async step() {
      try {
        return await step()
      } catch (error) {
        // Halve the batch, since the answer may have been too long, and reload the progress.
        batch = Math.max(1, Math.floor(batch / 2))
        held = undefined
        ahead = undefined
        throw error
      }
    },
    release: () => releaseLease(queries, { chainId, holder }),
  }
}

export declare namespace createChainIndexer {
  type Options = {
    /** CAIP-2. */
    chainId: string
    /** First block to read. @default 0, or the newest block of a chain of more than 100,000 */
    firstBlock?: number | undefined
    /** Depth of a reorganisation, in blocks, above which the chain is indexed again from the start. @default 256 */
    hashes?: number | undefined
    /** Id of this process, for the lease. */
    holder: string
    /** Time after which another process takes over from a dead one, in ms. @default 30 s */
    leaseMs?: number | undefined
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
    queries: Queries
    reader: BlockReader
    /** Time for which a chain may end below the indexed blocks, as behind a node that lags, in ms. @default 30 s */
    shorterMs?: number | undefined
  }
}

/** Returns the blocks before the first gap: the chain may be reorganised between two calls. */
function linked(blocks: readonly ChainBlock[]): [ChainBlock, ...ChainBlock[]] {
  const end = blocks.findIndex((block, at) => at > 0 && block.parentHash !== blocks[at - 1]!.hash)
  return (end === -1 ? blocks : blocks.slice(0, end)) as [ChainBlock, ...ChainBlock[]]
}
