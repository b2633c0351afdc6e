import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import type { SolanaChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseResult } from '../rpc/parseResult.ts'

export type MintNames = { readonly name: string; readonly symbol: string }

/** Mints per request of a node. @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const batchSize = 100

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
 * Reads the names that mints of Token-2022 carry themselves.
 *
 * @returns Cleaned names, by mint; none for a mint without.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readMintNames(
  rpc: ChainRpc,
  chain: SolanaChain,
  mints: readonly string[],
): Promise<Map<string, MintNames>> {
  const batches: string[][] = []
  for (let at = 0; at < mints.length; at += batchSize) batches.push(mints.slice(at, at + batchSize))
  const answers = await rpc.send(
    chain,
    batches.map((batch) => ({
      method: 'getMultipleAccounts',
      params: JSON.stringify([batch, { encoding: 'jsonParsed', commitment: 'confirmed' }]),
    })),
  )
  const names = new Map<string, MintNames>()
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

/** Returns the names of a mint without any: its shortened address. */
export function nameless(mint: string): MintNames {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return { name: short, symbol: short }
}
