import { cleanText } from '@foyer/protocol'
import { HttpError, type Logger } from '@foyer/server'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  hexToString,
  parseAbi,
} from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { historyTokens } from '../indexer/historyTables.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall } from '../rpc/ethCall.ts'
import type { Asset } from './parseAsset.ts'

/** Name, symbol and decimals of a token, from the operator's list or from its contract. */
export type TokenFacts = {
  readonly name: string | null
  readonly symbol: string | null
  /** Null for a token without decimals: its amounts are whole units. */
  readonly decimals: number | null
}

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const functionNames = ['name', 'symbol', 'decimals'] as const
const calls = functionNames.map((functionName) => encodeFunctionData({ abi, functionName }))

/** Tokens per request: three calls each, within the usual limit of providers. */
const tokensAtOnce = 16
/** Maximum of new tokens that one request looks up, so that an account full of spam tokens does not cause thousands of calls. */
const maxNewTokens = 10 * tokensAtOnce
const [minuteMs, dayMs] = [60_000, 86_400_000]
/** Maximum size of an encoded name, in hex digits; a longer one is ignored. */
const longestAnswer = 2 * 4096

/**
 * Reads facts of the contracts of assets, by lower-case address: from the operator's list, else from the database, else
 * from the contract.
 *
 * @throws {@link HttpError} 502 when a token is new and the chain does not answer; 503 `transactions-failed` with a retry
 *   time when more than 160 tokens are new: the first 160 are stored, so that a retry makes progress
 */
export type ReadTokenFacts = (
  chain: EvmChain,
  assets: readonly Pick<Asset, 'contract' | 'standard'>[],
) => Promise<Map<string, TokenFacts>>

/**
 * Reads facts of tokens and stores them. They are read again after a day, or after minutes if one is missing, since a node
 * that lags behind, or lies, answers like a token without them. Nobody waits for that: the stored facts are the answer.
 */
export function createTokenFacts({
  log,
  now = Date.now,
  queries,
  rpc,
}: createTokenFacts.Options): ReadTokenFacts {
  /** When the stale facts of a chain may be read again, in ms since 1970; never while they are being read. */
  const restsUntil = new Map<string, number>()

  /** Reads tokens from their contracts and stores them. A fact that is missing now does not replace the stored one. */
  async function readAndStore(chain: EvmChain, asked: readonly Asked[]): Promise<Row[]> {
    const addresses = asked.map(({ address }) => address)
    const found = await readContractFacts(rpc, chain, addresses)
    const rows = asked.map(({ address, failures: before, isNft }, index): Row => {
      const facts = found[index]!
      const { decimals, name, symbol } = facts
      const isWhole = name !== null && symbol !== null && (isNft || decimals !== null)
      const failures = isWhole ? 0 : before + 1
      const staleAt = now() + (isWhole ? dayMs : Math.min(dayMs, minuteMs * 2 ** failures))
      return { chainId: chain.caipId, address, ...facts, failures, staleAt }
    })
    // Two requests that store the same tokens lock their rows in the same order.
    const inOrder = rows.toSorted((a, b) => (a.address < b.address ? -1 : 1))
    return queries
      .insert(historyTokens)
      .values(inOrder)
      .onConflictDoUpdate({
        target: [historyTokens.chainId, historyTokens.address],
        set: {
          // Another request may have stored more since this one began.
          name: sql`coalesce(excluded.name, ${historyTokens.name})`,
          symbol: sql`coalesce(excluded.symbol, ${historyTokens.symbol})`,
          decimals: sql`coalesce(excluded.decimals, ${historyTokens.decimals})`,
          failures: sql`excluded.failures`,
          staleAt: sql`excluded.stale_at`,
        },
      })
      .returning()
  }

  /** Begins to read stale facts again, unless that is under way, or failed in the last minute. */
  function readAgain(chain: EvmChain, stale: readonly Asked[]): void {
    const { caipId } = chain
    if (stale.length === 0 || (restsUntil.get(caipId) ?? 0) > now()) return
    restsUntil.set(caipId, Number.POSITIVE_INFINITY)
    const read = async () => {
      for (const part of partsOf(stale)) await readAndStore(chain, part)
    }
    read().then(
      () => restsUntil.delete(caipId),
      (error: unknown) => {
        restsUntil.set(caipId, now() + minuteMs)
        log.info({ chain: caipId, error }, 'facts of tokens could not be read again')
      },
    )
  }

  return async (chain, assets) => {
    const known = new Map<string, TokenFacts>(
      chain.tokens.map((token) => [token.address.toLowerCase(), token]),
    )
    const open = assets.filter(({ contract }) => !known.has(contract))
    const addresses = [...new Set(open.map(({ contract }) => contract))]
    if (addresses.length === 0) return known
    const rows = await queries
      .select()
      .from(historyTokens)
      .where(
        and(eq(historyTokens.chainId, chain.caipId), inArray(historyTokens.address, addresses)),
      )
    for (const row of rows) known.set(row.address, row)

    const fungible = new Set(
      open.flatMap(({ contract, standard }) => (standard === 'erc20' ? contract : [])),
    )
    const toAsked = (address: string, failures = 0): Asked => {
      return { address, failures, isNft: !fungible.has(address) }
    }
    const unread = addresses.filter((address) => !known.has(address))
    const asked = unread.slice(0, maxNewTokens).map((address) => toAsked(address))
    for (const part of partsOf(asked))
      for (const row of await readAndStore(chain, part)) known.set(row.address, row)
    // Without the decimals, amounts would be wrong.
    if (unread.length > maxNewTokens)
      throw new HttpError(503, 'transactions-failed', 'Too many tokens are new: try again', {
        retryAfterMs: 1000,
      })
    const stale = rows.filter(({ staleAt }) => staleAt <= now()).slice(0, maxNewTokens)
    readAgain(
      chain,
      stale.map(({ address, failures }) => toAsked(address, failures)),
    )
    return known
  }
}

export declare namespace createTokenFacts {
  type Options = {
    log: Pick<Logger, 'info'>
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
    queries: Pick<Queries, 'insert' | 'select'>
    rpc: ChainRpc
  }
}

type Row = typeof historyTokens.$inferSelect

/** A token that its contract is asked about. */
type Asked = Pick<Row, 'address' | 'failures'> & {
  /** It is asked for as an NFT only, which has no decimals. */
  readonly isNft: boolean
}

const partsOf = (asked: readonly Asked[]): Asked[][] =>
  Array.from({ length: Math.ceil(asked.length / tokensAtOnce) }, (_, index) =>
    asked.slice(index * tokensAtOnce, (index + 1) * tokensAtOnce),
  )

/** Reads the facts of tokens from their contracts, in one request. @throws {@link HttpError} 502 */
export async function readContractFacts(
  rpc: ChainRpc,
  chain: EvmChain,
  addresses: readonly string[],
): Promise<TokenFacts[]> {
  const answers = await ethCall(
    rpc,
    chain,
    addresses.flatMap((address) => calls.map((data) => ({ to: address as Address, data }))),
  )
  return addresses.map((_, index) => toFacts(answers.slice(index * calls.length)))
}

const toFacts = ([name, symbol, decimals]: readonly (Hex | undefined)[]): TokenFacts => ({
  name: toText('name', name, 64),
  symbol: toText('symbol', symbol, 16),
  decimals: toDecimals(decimals),
})

function toText(
  functionName: 'name' | 'symbol',
  data: Hex | undefined,
  length: number,
): string | null {
  if (data === undefined || data.length > longestAnswer) return null
  try {
    // Early tokens return `bytes32`.
    const text =
      data.length === 66
        ? hexToString(decodeAbiParameters([{ type: 'bytes32' }], data)[0])
        : decodeFunctionResult({ abi, functionName, data })
    return cleanText(text, length) || null
  } catch {
    return null
  }
}

function toDecimals(data: Hex | undefined): number | null {
  if (data?.length !== 66) return null
  const value = BigInt(data)
  return value <= 255n ? Number(value) : null
}
