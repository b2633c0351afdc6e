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
/** Maximum size of an encoded name, in hex digits; a longer one is ignored. */
const longestAnswer = 2 * 4096

/**
 * Reads facts of tokens, by lower-case address: from the operator's list, else from the database, else from the token's
 * contract; the last are stored permanently.
 *
 * @throws {@link HttpError} 502 when a token is new and the chain does not answer; 503 `transactions-failed` with a retry
 *   time when more than 160 tokens are new: the first 160 are stored, so that a retry makes progress
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
  const isTooMany = open.length > maxNewTokens
  open = open.slice(0, maxNewTokens)
  for (let at = 0; at < open.length; at += tokensAtOnce) {
    const part = open.slice(at, at + tokensAtOnce)
    const facts = await readContractFacts(rpc, chain, part)
    const rows = part.map((address, index) => ({
      address,
      chainId: chain.caipId as string,
      ...facts[index]!,
    }))
    await queries.insert(historyTokens).values(rows).onConflictDoNothing()
    for (const { address, ...facts } of rows) known.set(address, facts)
  }
  // Without the decimals, amounts would be wrong.
  if (isTooMany)
    throw new HttpError(503, 'transactions-failed', 'Too many tokens are new: try again', {
      retryAfterMs: 1000,
    })
  return known
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
