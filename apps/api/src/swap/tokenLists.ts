import { readFile } from 'node:fs/promises'
import { cleanText } from '@foyer/protocol'
import type { Logger } from '@foyer/server'
import * as v from 'valibot'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import { askService } from '../askService.ts'
import { cached } from '../cached.ts'
import type { Chain } from '../chains/chainConfig.ts'
import type { TokenConfig } from '../chains/tokenConfig.ts'

/** Tokens of the operator's lists, by chain. */
export type TokenLists = {
  /** The tokens of a chain that its configuration does not have; those of a list that can not be read are missing. */
  get(chain: Chain): Promise<TokenConfig<Address>[]>
}

/** Time after which a list is read again, in ms. */
const ttlMs = 6 * 3_600_000
/** A list that could not be read is asked again after this time, in ms. */
const retryMs = 60_000

/** @source https://uniswap.org/tokenlist.schema.json */
const tokenList = v.object({
  tokens: v.pipe(
    v.array(
      v.object({
        chainId: v.number(),
        address: v.string(),
        name: v.string(),
        symbol: v.string(),
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
      }),
    ),
    v.maxLength(10_000),
  ),
})
type List = ReadonlyMap<number, readonly TokenConfig<Address>[]>

/**
 * Reads token lists in the usual JSON format. Pictures and addresses of pictures are not used: they would tell every
 * user's address to another server.
 * @param places - URLs, or paths of files, in the order of preference
 */
export function createTokenLists({
  log,
  now = Date.now,
  places,
}: {
  log: Logger
  /** @default Date.now */
  now?: (() => number) | undefined
  places: readonly string[]
}): TokenLists {
  const lists = cached<List>({ ttlMs, now, load: async (place) => toList(await readPlace(place)) })
  const failed = new Map<string, number>()
  const readList = async (place: string): Promise<List> => {
    if (now() < (failed.get(place) ?? 0) + retryMs) return new Map()
    try {
      return await lists(place)
    } catch (error) {
      failed.set(place, now())
      log.warn({ error, place: places.indexOf(place) }, 'a token list can not be read')
      return new Map()
    }
  }
  return {
    async get(chain) {
      if (chain.namespace !== 'eip155') return []
      const number = Number(chain.caipId.slice('eip155:'.length))
      const found = await Promise.all(places.map(readList))
      const known = new Map<string, TokenConfig<Address>>()
      for (const token of found.flatMap((list) => list.get(number) ?? []))
        if (!known.has(token.address)) known.set(token.address, token)
      for (const { address } of chain.tokens) known.delete(address)
      return [...known.values()]
    },
  }
}

async function readPlace(place: string): Promise<v.InferOutput<typeof tokenList>> {
  if (/^https?:\/\//.test(place))
    return askService({ name: 'The token list', schema: tokenList, url: place })
  return v.parse(tokenList, JSON.parse(await readFile(place, 'utf8')))
}

/** Drops entries that are no token of an EVM chain, and cleans the texts. */
function toList({ tokens }: v.InferOutput<typeof tokenList>): List {
  const byChain = new Map<number, TokenConfig<Address>[]>()
  for (const { address, chainId, decimals, name, symbol } of tokens) {
    const [cleanSymbol, cleanName] = [cleanText(symbol, 16), cleanText(name, 64)]
    if (!/^0x[0-9a-fA-F]{40}$/.test(address) || cleanSymbol === '') continue
    const own = byChain.get(chainId) ?? []
    byChain.set(chainId, own)
    own.push({
      ...{ address: getAddress(address), decimals, symbol: cleanSymbol },
      name: cleanName || cleanSymbol,
    })
  }
  return byChain
}
