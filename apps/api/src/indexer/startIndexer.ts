import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { abortable } from '@foyer/protocol'
import type { Logger } from '@foyer/server'
import type { Chain, EvmChain } from '../chains/chainConfig.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { sourceConfigOf } from '../history/sources/sourceConfigOf.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { createBackfill } from './backfill.ts'
import type { BlockReader } from './chainBlock.ts'
import { createChainIndexer } from './chainIndexer.ts'
import { createEvmReader } from './evm/createEvmReader.ts'
import { createAccountSearch } from './evm/findAccountBlocks.ts'

/** A running indexer. */
export type Indexer = {
  /** Stops without waiting for chains; a running database transaction completes. */
  stop(): Promise<void>
}

const longestPauseMs = 60_000

/** Returns whether the history of a chain is indexed. */
export const isIndexed = (chain: Chain): chain is EvmChain =>
  chain.namespace === 'eip155' && chain.history !== false && sourceConfigOf(chain) === undefined

/** Indexes all chains concurrently. A failing chain is retried with increasing pauses. */
export function startIndexer({
  holder = randomUUID(),
  leaseMs,
  log,
  pollMs = 2000,
  queries,
  rpc,
}: startIndexer.Options): Indexer {
  const ending = new AbortController()
  const { signal } = ending
  const running = rpc.chains.filter(isIndexed).flatMap((chain) => {
    const own = { chainId: chain.caipId, holder, leaseMs, queries }
    const reader = endWith(createEvmReader(rpc, chain), signal)
    const search = createAccountSearch(rpc, chain)
    const { history } = chain
    const firstBlock = history && 'firstBlock' in history ? history.firstBlock : undefined
    const backfill = createBackfill({
      ...{ ...own, reader },
      findBlocks: (account, range) => abortable(search(account, range), signal),
    })
    const options = { chainId: chain.caipId, log, pollMs, signal }
    return [
      run(createChainIndexer({ ...own, firstBlock, reader }), options),
      run({ ...backfill, release: async () => {} }, options),
    ]
  })
  return {
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

export declare namespace startIndexer {
  type Options = {
    /** Id of this process among those that share the database. @default random */
    holder?: string | undefined
    /** Time after which another process takes over from a dead one, in ms. @default 30 s */
    leaseMs?: number | undefined
    log: Logger
    /** Interval of polling for new blocks, in ms. @default 2 s */
    pollMs?: number | undefined
    queries: Queries
    rpc: ChainRpc
  }
}

async function run(
  indexer: { step(): Promise<string>; release(): Promise<void> },
  {
    chainId,
    log,
    pollMs,
    signal,
  }: { chainId: string; log: Logger; pollMs: number; signal: AbortSignal },
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let pauseMs = pollMs
    try {
      if ((await indexer.step()) === 'more') pauseMs = 0
      failures = 0
    } catch (error) {
      if (signal.aborted) break
      failures++
      log.warn({ chain: chainId, reason: (error as Error).message }, 'blocks could not be read')
      pauseMs = Math.min(longestPauseMs, pollMs * 2 ** Math.min(failures, 10))
    }
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
  }
  await indexer
    .release()
    .catch((error: unknown) =>
      log.warn({ chain: chainId, error }, 'a chain stays held for a while'),
    )
}

/** Wraps a reader, so that its calls reject at once when the indexer stops. */
const endWith = (reader: BlockReader, signal: AbortSignal): BlockReader => ({
  readHead: () => abortable(reader.readHead(), signal),
  readHashes: (numbers) => abortable(reader.readHashes(numbers), signal),
  readBlocks: (first, last) => abortable(reader.readBlocks(first, last), signal),
})
