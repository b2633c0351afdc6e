import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { historyCoverage } from './getHistory.ts'

/** An NFT that an account holds. */
export const nft = v.object({
  /** CAIP-2. */
  chainId: v.string(),
  /** Address of the contract, or of the NFT itself: see `isSingle`. */
  contract: v.string(),
  /** A whole number as text: it may have 78 digits. */
  tokenId: v.string(),
  /** As its description says; null if it has none. */
  name: v.nullable(v.string()),
  /** The collection's own name; null if it has none that is verified. */
  collection: v.nullable(v.string()),
  /** URL of its image at the api; null if it has none. */
  imageUrl: v.nullable(v.string()),
  standard: v.picklist(['ERC721', 'ERC1155', 'SPL', 'Core']),
  /** True if `contract` is this NFT alone: its `tokenId` is 0 then, and is not worth showing. */
  isSingle: v.optional(v.boolean()),
  /** True if it has no account of its own on the chain, only a place in a tree of hashes. */
  isCompressed: v.optional(v.boolean()),
  /** False if this kit can not send it: compressed, locked, or not transferable. */
  isSendable: v.optional(v.boolean()),
  /** Probably unwanted. @source spec 3.4 */
  isSpam: v.boolean(),
  /** True until its description was read for the first time: ask again in a moment. */
  isPending: v.optional(v.boolean(), false),
  /** Number of units, as decimal text. */
  quantity: v.string(),
})
export type Nft = v.InferOutput<typeof nft>

/** The NFTs that an account holds, 50 a page. @source spec 7.35 */
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
