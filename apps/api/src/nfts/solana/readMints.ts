import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawCall } from '../../rpc/rawCall.ts'
import { metaplexAddress, metaplexProgram, parseMetaplex } from './metaplexMetadata.ts'

/** The facts about an NFT that the chain itself knows. */
export type MintFacts = {
  /** As its metadata say; null if it has none. */
  readonly name: string | null
  /** URI of its description. */
  readonly uri: string | undefined
  /** Name of its collection, if the collection confirmed it. */
  readonly collection: string | null
  readonly isTransferable: boolean
}

const longestName = 64
/** Accounts in one request. @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const batchSize = 100
const metadataState = v.object({ name: v.string(), uri: v.string() })
const mints = v.object({
  value: v.array(
    v.nullable(
      v.object({
        data: v.fallback(
          v.object({
            parsed: v.object({
              type: v.literal('mint'),
              info: v.object({
                decimals: v.number(),
                supply: v.string(),
                extensions: v.optional(
                  v.array(v.object({ extension: v.string(), state: v.optional(v.unknown()) })),
                  [],
                ),
              }),
            }),
          }),
          // Not an NFT.
          { parsed: { type: 'mint', info: { decimals: 0, supply: '0', extensions: [] } } },
        ),
      }),
    ),
  ),
})
const accounts = v.object({
  value: v.array(
    v.nullable(
      v.object({
        owner: v.string(),
        data: v.tuple([v.pipe(v.string(), v.base64()), v.literal('base64')]),
      }),
    ),
  ),
})

/**
 * Reads NFTs by their mints: of which there is one unit, with metadata of Metaplex's program or of their own (Token-2022).
 *
 * @param all - at most 100
 * @returns Facts by mint; none for one that is no NFT.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readMints(
  rpc: ChainRpc,
  chain: SolanaChain,
  all: readonly string[],
): Promise<Map<string, MintFacts>> {
  if (all.length === 0) return new Map()
  const [mintAnswer, metaplex] = await Promise.all([
    rpc.send(chain, [accountsCall(all.slice(0, batchSize), 'jsonParsed')]),
    readMetaplex(rpc, chain, all),
  ])
  const found = parseResult(chain, mintAnswer[0], mints).value
  const collections = new Set([...metaplex.values()].flatMap(({ collection }) => collection ?? []))
  const collectionFacts = await readMetaplex(rpc, chain, [...collections])
  const facts = new Map<string, MintFacts>()
  for (const [index, mint] of all.entries()) {
    const info = found[index]?.data.parsed.info
    if (info?.decimals !== 0 || info.supply !== '1') continue
    const inside = info.extensions.find(({ extension }) => extension === 'tokenMetadata')?.state
    const parsed = v.safeParse(metadataState, inside)
    const own = metaplex.get(mint) ?? (parsed.success ? parsed.output : undefined)
    const collection = collectionFacts.get(metaplex.get(mint)?.collection ?? '')?.name
    facts.set(mint, {
      name: nameOf(own?.name),
      uri: own?.uri || undefined,
      collection: nameOf(collection),
      isTransferable: !info.extensions.some(({ extension }) => extension === 'nonTransferable'),
    })
  }
  return facts
}

const nameOf = (text = '') => cleanText(text, longestName) || null

async function readMetaplex(rpc: ChainRpc, chain: SolanaChain, all: readonly string[]) {
  const places = await Promise.all(all.slice(0, batchSize).map(metaplexAddress))
  if (places.length === 0) return new Map<string, never>()
  const [answer] = await rpc.send(chain, [accountsCall(places, 'base64')])
  const found = parseResult(chain, answer, accounts).value
  return new Map(
    all.flatMap((mint, index) => {
      const account = found[index]
      if (account?.owner !== metaplexProgram) return []
      const metadata = parseMetaplex(Buffer.from(account.data[0], 'base64'), mint)
      return metadata ? [[mint, metadata] as const] : []
    }),
  )
}

const accountsCall = (
  addresses: readonly string[],
  encoding: 'base64' | 'jsonParsed',
): RawCall => ({
  method: 'getMultipleAccounts',
  params: JSON.stringify([addresses, { encoding, commitment: 'confirmed' }]),
})
