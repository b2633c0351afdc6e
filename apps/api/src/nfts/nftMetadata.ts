import { FetchRefused, type Logger, sha256 } from '@foyer/server'
import { lt, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Chain } from '../chains/chainConfig.ts'
import type { Queries } from '../database/apiDatabase.ts'
import type { Limits } from '../limits.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall } from '../rpc/ethCall.ts'
import { createQueue, QueueFull, type QueueHost } from './createQueue.ts'
import {
  hostsOfSource,
  longestUri,
  type NftSources,
  readSource,
  SourceRefused,
} from './nftSource.ts'
import { nftMetadata as table } from './nftTables.ts'
import { type ParsedMetadata, parseMetadata } from './parseMetadata.ts'
import { readMintUri } from './solana/readMintUri.ts'
import { decodeTokenUri, type NftStandard, tokenUriCall } from './tokenUri.ts'

/** An NFT on a chain. */
export type NftId = {
  /** CAIP-2. */
  readonly chainId: string
  /** In lower case on EVM chains; the mint, or the asset's id, on Solana. */
  readonly contract: string
  /** Decimal. */
  readonly tokenId: string
  readonly standard: NftStandard | 'spl'
}

/** The known facts of an NFT. */
export type NftFacts = Pick<
  typeof table.$inferSelect,
  'image' | 'imageVersion' | 'isDeceptive' | 'name' | 'standard' | 'state'
>

/** Reads descriptions of NFTs in the background, and stores them. */
export type NftMetadata = {
  /**
   * Returns what is stored, by {@link keyOfNft}, and begins to read what is not, or is old. A missing entry was not read
   * yet.
   * @param waitMs - Time to wait for it. @default 0
   */
  get(ids: readonly NftId[], waitMs?: number): Promise<ReadonlyMap<string, NftFacts>>
  /** Returns what is stored of one NFT. */
  find(id: Omit<NftId, 'standard'>): Promise<NftFacts | undefined>
  /** Reads the description of one NFT again. @throws as `readSource` */
  read(id: NftId): Promise<ParsedMetadata | undefined>
  /** Deletes what nobody asked for in 90 days. */
  forgetOld(): Promise<void>
  /** Resolves when nothing is being read. */
  settle(): Promise<void>
  /** Begins no read any more, and stores nothing. */
  stop(): void
}

export const keyOfNft = ({ chainId, contract, tokenId }: Omit<NftId, 'standard'>): string =>
  `${chainId} ${contract}/${tokenId}`

const [minuteMs, dayMs] = [60_000, 86_400_000]
const keptMs = 90 * dayMs
/** Descriptions change rarely: when a collection is revealed, or a game goes on. */
const freshMs = 7 * dayMs
const longestJson = 262_144
/** Longest URL of an image, and of a description, as `readSource` reads them. */
const longestImageUrl = 2048
const longestQueue = 1_000
/** New descriptions that one request may ask for, so that an account full of spam does not fill the queue. */
const mostNew = 100

export function createNftMetadata({
  limits,
  log,
  now = Date.now,
  queries,
  rpc,
  sources,
}: createNftMetadata.Options): NftMetadata {
  const queue = createQueue({ atOnce: limits.nftReadsAtOnce, longest: longestQueue })
  const running = new Map<string, Promise<void>>()
  let isStopped = false

  /** Runs a job in its turn, unless the server stops first. */
  const run = <result>(job: () => Promise<result>, hosts?: readonly QueueHost[]) =>
    queue.run(async () => {
      if (isStopped) throw new QueueFull('The server stops')
      return job()
    }, hosts)

  async function select(ids: readonly Omit<NftId, 'standard'>[]) {
    if (ids.length === 0) return []
    const keys = ids.map((id) => sql`(${id.chainId}, ${id.contract}, ${id.tokenId})`)
    return queries
      .select()
      .from(table)
      .where(
        sql`(${table.chainId}, ${table.contract}, ${table.tokenId}) in (${sql.join(keys, sql`, `)})`,
      )
  }

  async function readUri(chain: Chain, id: NftId): Promise<string | undefined> {
    if (chain.namespace === 'solana') return readMintUri(rpc, chain, id.contract)
    if (id.standard === 'spl') return undefined
    const token = { standard: id.standard, tokenId: BigInt(id.tokenId) }
    const [answer] = await ethCall(rpc, chain, [tokenUriCall(id.contract as Address, token)])
    if (answer !== undefined && answer.length > 2 * longestUri) throw new FetchRefused('too-large')
    return decodeTokenUri(answer, token)
  }

  async function read(id: NftId): Promise<ParsedMetadata | undefined> {
    const chain = rpc.findChain(id.chainId)
    if (chain === undefined) return undefined
    const uri = await run(() => readUri(chain, id))
    if (uri === undefined) return undefined
    const isInside = /^\s*data:/i.test(uri)
    // A longer one would only take memory while it waits.
    if (!isInside && uri.length > longestImageUrl) throw new SourceRefused('uri-refused')
    const options = {
      isType: (type: string) => !/^(?:image|video|audio|font)\/|html/.test(type),
      maxBytes: isInside ? longestUri : longestJson,
      sources,
      timeoutMs: limits.nftReadMs,
    }
    // Its server is known now, so that the read waits for a place again.
    const bytes = await run(() => readSource(uri, options), hostsOfSource(uri))
    return parseMetadata(bytes)
  }

  async function readAndStore(id: NftId, failures: number): Promise<void> {
    const { chainId, contract, standard, tokenId } = id
    if (isStopped) return
    const outcome = await readOutcome(() => read(id))
    if (outcome === undefined || isStopped) return
    const at = now()
    const isFailed = outcome.state === 'failed'
    const failed = isFailed ? failures + 1 : 0
    const state = {
      ...{ state: outcome.state, problem: outcome.problem, failures: failed, readAt: at },
      staleAt: at + staleAfterMs(outcome.state, failed),
    }
    const { isDeceptive = false, image = null, name = null } = outcome.metadata ?? {}
    const facts = { name, isDeceptive, ...describeImage(image) }
    await queries
      .insert(table)
      .values({ chainId, contract, tokenId, standard, ...facts, ...state })
      .onConflictDoUpdate({
        target: [table.chainId, table.contract, table.tokenId],
        // A description that was read once stays while its server can not be reached.
        set: isFailed
          ? { failures: failed, problem: state.problem, staleAt: state.staleAt }
          : { ...facts, ...state },
      })
    if (outcome.problem)
      log.debug({ nft: keyOfNft(id), problem: outcome.problem }, 'no description')
  }

  function begin(id: NftId, failures: number): Promise<void> {
    const key = keyOfNft(id)
    const known = running.get(key)
    if (known) return known
    const started = readAndStore(id, failures)
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull))
          log.info({ nft: key, error }, 'a description could not be stored')
      })
      .finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  return {
    async get(ids, waitMs = 0) {
      const rows = await select(ids)
      const byKey = new Map(rows.map((row) => [keyOfNft(row), row] as const))
      const open = ids
        .filter((id) => (byKey.get(keyOfNft(id))?.staleAt ?? 0) <= now())
        .slice(0, mostNew)
      if (open.length === 0) return byKey
      const reads = open.map((id) => begin(id, byKey.get(keyOfNft(id))?.failures ?? 0))
      const unread = open.filter((id) => !byKey.has(keyOfNft(id)))
      if (waitMs === 0 || unread.length === 0) return byKey
      await Promise.race([Promise.all(reads), pause(waitMs)])
      return new Map((await select(ids)).map((row) => [keyOfNft(row), row] as const))
    },
    find: async (id) => (await select([id]))[0],
    read,
    async forgetOld() {
      await queries.delete(table).where(lt(table.readAt, now() - keptMs))
    },
    async settle() {
      while (running.size > 0) await Promise.all(running.values())
    },
    stop() {
      isStopped = true
    },
  }
}

export declare namespace createNftMetadata {
  type Options = {
    limits: Pick<Limits, 'nftReadMs' | 'nftReadsAtOnce'>
    log: Pick<Logger, 'debug' | 'info'>
    /** @default Date.now */
    now?: (() => number) | undefined
    queries: Queries
    rpc: ChainRpc
    sources: NftSources
  }
}

type Outcome = {
  readonly state: typeof table.$inferSelect.state
  readonly problem: string | null
  readonly metadata?: ParsedMetadata
}

/** @returns undefined when the chain does not answer: nothing is known then */
async function readOutcome(
  read: () => Promise<ParsedMetadata | undefined>,
): Promise<Outcome | undefined> {
  try {
    const metadata = await read()
    if (metadata === undefined) return { state: 'missing', problem: 'no-metadata' }
    return { state: 'read', problem: null, metadata }
  } catch (error) {
    if (error instanceof FetchRefused || error instanceof SourceRefused)
      return { state: isFinal(error.problem) ? 'missing' : 'failed', problem: error.problem }
    return undefined
  }
}

/** The description itself is wrong; otherwise its server may work again, or the operator may add a gateway. */
const isFinal = (problem: (FetchRefused | SourceRefused)['problem']) =>
  ['address-private', 'too-large', 'type-refused', 'uri-refused', 'url-refused'].includes(problem)

function staleAfterMs(state: Outcome['state'], failures: number): number {
  if (state === 'read') return freshMs
  return state === 'missing' ? dayMs : Math.min(dayMs, minuteMs * 2 ** failures)
}

/** The URL of an image and its version; an image inside of the token is read from there again. */
function describeImage(image: string | null) {
  const isInside = image !== null && /^data:/i.test(image)
  if (image === null || (!isInside && image.length > longestImageUrl))
    return { image: null, imageVersion: null }
  const version = sha256(image).slice(0, 10)
  return { image: isInside ? 'data:' : image, imageVersion: version }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
