import * as v from 'valibot'
import type { SolanaChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseResult } from '../rpc/parseResult.ts'
import type { Holdings } from './holdings.ts'
import { nameless, readMintNames } from './readMintNames.ts'

/** @source https://solana.com/docs/tokens */
export const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

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
  const named = await readMintNames(rpc, chain, [...unnamed].slice(0, maxNames))
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
