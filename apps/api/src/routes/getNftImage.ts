import { getNftImage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { isSolanaAddress } from '../chains/isSolanaAddress.ts'
import { defineImageRoute } from '../images/defineImageRoute.ts'

/** Serves the images of NFTs that `getNfts` has listed: others cause no call to a chain or a server. */
export const getNftImageRoute = defineImageRoute(
  getNftImage,
  async ({ params: { chainId, contract, tokenId } }, { nftMedia }) => {
    const isEvm = /^0x[0-9a-f]{40}$/i.test(contract)
    const isNft = (isEvm || isSolanaAddress(contract)) && /^\d{1,78}$/.test(tokenId)
    const id = { chainId, contract: isEvm ? contract.toLowerCase() : contract, tokenId }
    const image = isNft ? await nftMedia.get(id) : undefined
    if (image === undefined)
      throw new HttpError(404, 'resource-not-found', 'No image of this NFT is served here', {
        field: 'tokenId',
      })
    return image
  },
  { budget: chainBudget },
)
