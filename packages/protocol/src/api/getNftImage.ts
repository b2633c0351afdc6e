import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The image of an NFT that `getNfts` has listed, whose `imageUrl` contains the URL of this call. */
export const getNftImage = defineEndpoint({
  method: 'GET',
  path: '/v1/nft-media/{chainId}/{contract}/{tokenId}',
  summary: 'The image of an NFT: a raster image, or an SVG that was cleaned.',
  query: v.object({
    /** Changes with the image, so that browsers may keep it. */
    v: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  response: 'image',
})
