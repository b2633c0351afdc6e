import * as v from 'valibot'
import type { SolanaChain, TokenConfig } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseResult } from '../rpc/parseResult.ts'
import type { Holdings } from './holdings.ts'

/** @source https://solana.com/docs/tokens */
export const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

/** How many mints are asked for their names at once. @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const mostMints = 100

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

/** What a Token-2022 mint says of itself; a mint without it says nothing. @source https://solana.com/docs/tokens/extensions/metadata */
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
 * Reads SOL and all token accounts of an account, of both token programs; several accounts of one mint are one.
 *
 * @throws {@link ApiError} 502 when the chain does not answer
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
  const known = new Map(chain.tokens.map((token) => [token.address, token]))
  for (const answer of [classic, extended]) {
    for (const { account } of parseResult(chain, answer, accountsResult).value) {
      const { mint, tokenAmount } = account.data.parsed.info
      const amount = BigInt(tokenAmount.amount) + (held.get(mint)?.amount ?? 0n)
      if (amount === 0n) continue
      held.set(mint, { amount, decimals: tokenAmount.decimals })
      if (answer === extended && !known.has(mint)) unnamed.add(mint)
    }
  }
  const named = await readNames(rpc, chain, [...unnamed].slice(0, mostMints))
  const tokens = [...held].map(([mint, { amount, decimals }]) => ({
    amount,
    token: known.get(mint) ?? { address: mint, decimals, ...(named.get(mint) ?? nameless(mint)) },
  }))
  return {
    native: BigInt(parseResult(chain, balance, balanceResult).value),
    // Those that the operator names stand first; anybody can send anybody the others.
    tokens: tokens.toSorted(
      (a, b) => Number(known.has(b.token.address)) - Number(known.has(a.token.address)),
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
  if (mints.length === 0) return new Map()
  const [answer] = await rpc.send(chain, [
    {
      method: 'getMultipleAccounts',
      params: JSON.stringify([mints, { encoding: 'jsonParsed', ...confirmed }]),
    },
  ])
  const names = new Map<string, Names>()
  for (const [index, account] of parseResult(chain, answer, mintsResult).value.entries()) {
    const state = account?.data.parsed.info.extensions.find(
      ({ extension }) => extension === 'tokenMetadata',
    )?.state
    const metadata = v.safeParse(metadataState, state)
    if (!metadata.success) continue
    const name = cleanText(metadata.output.name, 64)
    const symbol = cleanText(metadata.output.symbol, 16)
    if (name !== '' && symbol !== '') names.set(mints[index]!, { name, symbol })
  }
  return names
}

function nameless(mint: string): Names {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return { name: short, symbol: short }
}

/** What a stranger wrote, without what would move or hide the text around it. */
function cleanText(text: string, most: number): string {
  return [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, most).join('')
}
