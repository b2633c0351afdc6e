import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import type { SolanaChain } from '../chains/chainConfig.ts'
import type { TokenConfig } from '../chains/tokenConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseResult } from '../rpc/parseResult.ts'
import type { Holdings } from './holdings.ts'

/** @source https://solana.com/docs/tokens */
export const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

/** Mints per request of a node. @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const batchSize = 100
/** Maximum of tokens whose metadata is loaded, against spam; others are listed by their mints. */
const maxNames = 1000

const digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/))

const balanceResult = v.object({ value: v.pipe(v.number(), v.integer(), v.minValue(0)) })

const accountsResult = v.object({
  value: v.array(
    v.object({
      account: v.object({
        data: v.object({
          parsed: v.object({
            info: v.object({
              mint: v.string(),
              tokenAmount: v.object({
                amount: digits,
                decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/**
 * Schema of a Token-2022 mint's metadata, which is optional. @source https://solana.com/docs/tokens/extensions/metadata
 */
const mintsResult = v.object({
  value: v.array(
    v.nullable(
      v.object({
        data: v.fallback(
          v.object({
            parsed: v.object({
              info: v.object({
                extensions: v.array(
                  v.object({ extension: v.string(), state: v.optional(v.unknown()) }),
                ),
              }),
            }),
          }),
          { parsed: { info: { extensions: [] } } },
        ),
      }),
    ),
  ),
})
const metadataState = v.object({ name: v.string(), symbol: v.string() })

/**
 * Reads SOL and all token accounts of an account, of both token programs; sums several accounts of one mint. The
 * operator's tokens come first, in their order; then those that name themselves.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readSolanaBalances(
  rpc: ChainRpc,
  chain: SolanaChain,
  { address }: { address: string },
): Promise<Holdings> {
  const tokenAccounts = (programId: string) => ({
    method: 'getTokenAccountsByOwner',
    params: JSON.stringify([address, { programId }, { encoding: 'jsonParsed', ...confirmed }]),
  })
  const [balance, classic, extended] = await rpc.send(chain, [
    { method: 'getBalance', params: JSON.stringify([address, confirmed]) },
    tokenAccounts(tokenPrograms.token),
    tokenAccounts(tokenPrograms.token2022),
  ])
  const held = new Map<string, { amount: bigint; decimals: number }>()
  const unnamed = new Set<string>()
  const known = new Map(chain.tokens.map((token, place) => [token.address, { place, token }]))
  for (const answer of [classic, extended]) {
    for (const { account } of parseResult(chain, answer, accountsResult).value) {
      const { mint, tokenAmount } = account.data.parsed.info
      const amount = BigInt(tokenAmount.amount) + (held.get(mint)?.amount ?? 0n)
      if (amount === 0n) continue
      held.set(mint, { amount, decimals: tokenAmount.decimals })
      // Collectibles are not money, so their names are not loaded.
      const isMoney = tokenAmount.decimals > 0
      if (answer === extended && isMoney && !known.has(mint)) unnamed.add(mint)
    }
  }
  const named = await readNames(rpc, chain, [...unnamed].slice(0, maxNames))
  const tokens = [...held].map(([mint, { amount, decimals }]) => ({
    amount,
    token: known.get(mint)?.token ?? {
      address: mint,
      decimals,
      ...(named.get(mint) ?? nameless(mint)),
    },
  }))
  const placeOf = (mint: string) => known.get(mint)?.place ?? known.size + (named.has(mint) ? 0 : 1)
  return {
    native: BigInt(parseResult(chain, balance, balanceResult).value),
    // Sort, since the order of a node's answer changes between calls.
    tokens: tokens.toSorted(
      ({ token: { address: a } }, { token: { address: b } }) =>
        placeOf(a) - placeOf(b) || (a < b ? -1 : 1),
    ),
  }
}

const confirmed = { commitment: 'confirmed' }

type Names = Pick<TokenConfig, 'name' | 'symbol'>

async function readNames(
  rpc: ChainRpc,
  chain: SolanaChain,
  mints: readonly string[],
): Promise<Map<string, Names>> {
  const batches: string[][] = []
  for (let at = 0; at < mints.length; at += batchSize) batches.push(mints.slice(at, at + batchSize))
  const answers = await rpc.send(
    chain,
    batches.map((batch) => ({
      method: 'getMultipleAccounts',
      params: JSON.stringify([batch, { encoding: 'jsonParsed', ...confirmed }]),
    })),
  )
  const names = new Map<string, Names>()
  const mintAndAccount = answers.flatMap((answer, at) => {
    const accounts = parseResult(chain, answer, mintsResult).value
    return batches[at]!.map((mint, index) => [mint, accounts[index]] as const)
  })
  for (const [mint, account] of mintAndAccount) {
    const state = account?.data.parsed.info.extensions.find(
      ({ extension }) => extension === 'tokenMetadata',
    )?.state
    const metadata = v.safeParse(metadataState, state)
    if (!metadata.success) continue
    const symbol = cleanText(metadata.output.symbol, 16)
    const name = cleanText(metadata.output.name, 64) || symbol
    if (symbol !== '') names.set(mint, { name, symbol })
  }
  return names
}

function nameless(mint: string): Names {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return { name: short, symbol: short }
}
