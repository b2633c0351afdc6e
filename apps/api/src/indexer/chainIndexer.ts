import { and, desc, eq } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import type { BlockMark, BlockReader, ChainBlock } from './chainBlock.ts'
import { acquireLease, type ChainProgress, releaseLease } from './chainLease.ts'
import { historyBlocks, historyChains } from './historyTables.ts'
import { dropBlocks, storeBlocks } from './storeBlocks.ts'

/** Reads one chain into the database, one batch a step. */
export type ChainIndexer = {
  /**
   * Does one piece of work.
   *
   * @returns `more` when there is work left, `idle` at the chain's newest block, `held` while another process reads it.
   * @throws {@link HttpError} 502 when the chain does not answer; what the database throws
   */
  step(): Promise<'more' | 'idle' | 'held'>
  /** Lets another process take over at once. */
  release(): Promise<void>
}

const mostBlocks = 100
/** A chain longer than this is read from its newest block on, unless it is told where to begin. */
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
}: createChainIndexer.Options): ChainIndexer {
  /** Copy of the database's progress while this process has the lease. */
  let held: { progress: ChainProgress; lastHash: string | undefined; renewAt: number } | undefined
  let batch = mostBlocks

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

  /** Goes back to the newest block that the chain still has. @returns whether anything had to go */
  async function goBack(progress: ChainProgress): Promise<boolean> {
    const stored = await readNewest(hashes + 1)
    const current = await reader.readHashes(stored.map(({ block }) => block))
    // A node that is behind does not have the newest ones: that says nothing about them.
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

  async function step(): Promise<'more' | 'idle' | 'held'> {
    const progress = await hold()
    if (progress === undefined) return 'held'
    const head = await reader.readHead()
    if (!(await isOnChain(progress, head))) return (await goBack(progress)) ? 'more' : 'idle'
    const first = progress.firstBlock === null ? beginAt(head) : progress.nextBlock
    if (first > head.number) {
      await noteSeen(progress, head)
      return 'idle'
    }
    const last = Math.min(head.number, first + batch - 1)
    const blocks = linked(await reader.readBlocks(first, last))
    if (held!.lastHash !== undefined && blocks[0].parentHash !== held!.lastHash)
      return (await goBack(progress)) ? 'more' : 'idle'
    const stored = await storeBlocks(queries, {
      ...{ blocks, hashes, progress },
      head: head.number,
      nowMs: now(),
    })
    held = { ...held!, progress: stored, lastHash: blocks.at(-1)!.hash }
    batch = Math.min(mostBlocks, batch * 2)
    return stored.nextBlock > head.number ? 'idle' : 'more'
  }

  const beginAt = ({ number }: BlockMark) => firstBlock ?? (number <= longestBackfill ? 0 : number)

  /** Says now and then that the chain still answers. */
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
        // The answer may have been too long. What the database has is asked again.
        batch = Math.max(1, Math.floor(batch / 2))
        held = undefined
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
    /** Deepest reorganisation, in blocks, before the chain is read anew. @default 256 */
    hashes?: number | undefined
    /** Names this process. */
    holder: string
    /** Time until another process takes over from a dead one, ms. @default 30 s */
    leaseMs?: number | undefined
    /** Gives the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
    queries: Queries
    reader: BlockReader
  }
}

/** The blocks up to the first that does not follow the one before: the chain was reorganised between two calls. */
function linked(blocks: readonly ChainBlock[]): [ChainBlock, ...ChainBlock[]] {
  const end = blocks.findIndex((block, at) => at > 0 && block.parentHash !== blocks[at - 1]!.hash)
  return (end === -1 ? blocks : blocks.slice(0, end)) as [ChainBlock, ...ChainBlock[]]
}
