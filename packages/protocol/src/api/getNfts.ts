import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { historyCoverage } from './getHistory.ts'

/** A single thing that an account holds. */
export const nft = v.object({
  /** CAIP-2. */
  chainId: v.string(),
  contract: v.string(),
  /** A whole number as text: it may have 78 digits. */
  tokenId: v.string(),
  name: v.nullable(v.string()),
  /** The contract's own name. */
  collection: v.nullable(v.string()),
  imageUrl: v.nullable(v.string()),
  standard: v.picklist(['ERC721', 'ERC1155']),
  isSpam: v.boolean(),
  /** Number of units, as decimal text. */
  quantity: v.string(),
})
export type Nft = v.InferOutput<typeof nft>

/** The single things that an account holds, 50 a page. @source ledger 7.35 */
export const getNfts = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{address}/nfts',
  summary: 'NFTs that an account holds.',
  query: v.object({
    /** CAIP-2; every chain of the address’s kind when left out. */
    chainId: v.optional(v.string()),
    /** `next` of the page before. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(512))),
  }),
  response: v.object({
    data: v.array(nft),
    next: v.nullable(v.string()),
    coverage: historyCoverage,
  }),
})
