import { cleanText } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { and, eq, inArray } from 'drizzle-orm'
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

/** Name and symbol of a token, from the operator's list or from the token itself. */
export type TokenFacts = {
  readonly name: string | null
  readonly symbol: string | null
  /** Null for a token that names none: its units are whole ones. */
  readonly decimals: number | null
}

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const functionNames = ['name', 'symbol', 'decimals'] as const
const calls = functionNames.map((functionName) => encodeFunctionData({ abi, functionName }))

/** Three calls each: what providers take in one request. */
const tokensAtOnce = 16
/** New tokens that one request asks for: whoever sends an account thousands of them must not make each page cost as many calls. */
const mostNewTokens = 10 * tokensAtOnce
/** A name that is longer as bytes is none. */
const longestAnswer = 2 * 4096

/**
 * The facts of tokens by their addresses in lower case: the operator's, else those stored, else what each says of itself,
 * which is stored for good.
 *
 * @throws {@link HttpError} 502 when a token is new and the chain does not answer; 503 `transactions-failed` with a time to
 *   wait when more than 160 tokens are new: the first 160 are stored then, so that the next request gets further
 */
export async function readTokenFacts(
  { queries, rpc }: { queries: Pick<Queries, 'insert' | 'select'>; rpc: ChainRpc },
  chain: EvmChain,
  addresses: ReadonlySet<string>,
): Promise<Map<string, TokenFacts>> {
  const known = new Map<string, TokenFacts>(
    chain.tokens.map((token) => [token.address.toLowerCase(), token]),
  )
  let open = [...addresses].filter((address) => !known.has(address))
  if (open.length === 0) return known
  const stored = await queries
    .select()
    .from(historyTokens)
    .where(and(eq(historyTokens.chainId, chain.caipId), inArray(historyTokens.address, open)))
  for (const { address, ...facts } of stored) known.set(address, facts)
  open = open.filter((address) => !known.has(address))
  const isTooMany = open.length > mostNewTokens
  open = open.slice(0, mostNewTokens)
  for (let at = 0; at < open.length; at += tokensAtOnce) {
    const part = open.slice(at, at + tokensAtOnce)
    const answers = await ethCall(
      rpc,
      chain,
      part.flatMap((address) => calls.map((data) => ({ to: address as Address, data }))),
    )
    const rows = part.map((address, index) => ({
      address,
      chainId: chain.caipId as string,
      ...toFacts(answers.slice(index * calls.length)),
    }))
    await queries.insert(historyTokens).values(rows).onConflictDoNothing()
    for (const { address, ...facts } of rows) known.set(address, facts)
  }
  // Without its decimals an amount would be wrong.
  if (isTooMany)
    throw new HttpError(503, 'transactions-failed', 'Too many tokens are new: try again', {
      retryAfterMs: 1000,
    })
  return known
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
    // The first tokens gave 32 bytes.
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
