import { cleanText } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
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
 * Reads facts of tokens, by lower-case address: from the operator's list, else from the database, else from the token's
 * contract; the last are stored, and read again after a day, or after minutes if one is missing, since a node that lags
 * behind, or lies, answers like a token without them.
 *
 * @throws {@link HttpError} 502 when a token is new and the chain does not answer; 503 `transactions-failed` with a retry
 *   time when more than 160 tokens are new: the first 160 are stored, so that a retry makes progress
 */
export async function readTokenFacts(
  { now = Date.now, queries, rpc }: readTokenFacts.Context,
  chain: EvmChain,
  addresses: ReadonlySet<string>,
): Promise<Map<string, TokenFacts>> {
  const known = new Map<string, TokenFacts>(
    chain.tokens.map((token) => [token.address.toLowerCase(), token]),
  )
  const open = [...addresses].filter((address) => !known.has(address))
  if (open.length === 0) return known
  const rows = await queries
    .select()
    .from(historyTokens)
    .where(and(eq(historyTokens.chainId, chain.caipId), inArray(historyTokens.address, open)))
  const stored = new Map(rows.map((row) => [row.address, row] as const))
  for (const [address, row] of stored) known.set(address, row)
  const read = async (part: readonly string[]) => {
    for (const [address, facts] of await readAndStore({ now, queries, rpc }, chain, part, stored))
      known.set(address, facts)
  }

  const unread = open.filter((address) => !stored.has(address))
  const asked = unread.slice(0, maxNewTokens)
  for (const part of partsOf(asked)) await read(part)
  // Without the decimals, amounts would be wrong.
  if (unread.length > maxNewTokens)
    throw new HttpError(503, 'transactions-failed', 'Too many tokens are new: try again', {
      retryAfterMs: 1000,
    })
  const stale = rows.filter(({ staleAt }) => staleAt <= now()).map(({ address }) => address)
  try {
    for (const part of partsOf(stale.slice(0, maxNewTokens - asked.length))) await read(part)
  } catch (error) {
    // The chain does not answer: the stored facts stay.
    if (!(error instanceof HttpError)) throw error
  }
  return known
}

export declare namespace readTokenFacts {
  type Context = {
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
    queries: Pick<Queries, 'insert' | 'select'>
    rpc: ChainRpc
  }
}

type Row = typeof historyTokens.$inferSelect

const partsOf = (addresses: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(addresses.length / tokensAtOnce) }, (_, index) =>
    addresses.slice(index * tokensAtOnce, (index + 1) * tokensAtOnce),
  )

/** Reads tokens from their contracts and stores them. A fact that is missing now does not replace the stored one. */
async function readAndStore(
  { now, queries, rpc }: readTokenFacts.Context & { now: () => number },
  chain: EvmChain,
  addresses: readonly string[],
  stored: ReadonlyMap<string, Row>,
): Promise<Map<string, TokenFacts>> {
  const found = await readContractFacts(rpc, chain, addresses)
  const rows = addresses.map((address, index): Row => {
    const { decimals, name, symbol } = found[index]!
    const old = stored.get(address)
    const isWhole = decimals !== null && name !== null && symbol !== null
    const failures = isWhole ? 0 : (old?.failures ?? 0) + 1
    return {
      ...{ chainId: chain.caipId, address, failures },
      name: name ?? old?.name ?? null,
      symbol: symbol ?? old?.symbol ?? null,
      decimals: decimals ?? old?.decimals ?? null,
      staleAt: now() + (isWhole ? dayMs : Math.min(dayMs, minuteMs * 2 ** failures)),
    }
  })
  // Two requests that store the same tokens lock their rows in the same order.
  const inOrder = rows.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  await queries
    .insert(historyTokens)
    .values(inOrder)
    .onConflictDoUpdate({
      target: [historyTokens.chainId, historyTokens.address],
      set: {
        name: sql`excluded.name`,
        symbol: sql`excluded.symbol`,
        decimals: sql`excluded.decimals`,
        failures: sql`excluded.failures`,
        staleAt: sql`excluded.stale_at`,
      },
    })
  return new Map(rows.map((row) => [row.address, row]))
}

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
