import type { Address } from 'viem'
import { devBadgesAbi, devNftAbi } from '../abis.ts'
import { devnetAddresses } from '../addresses.ts'
import { badgeIds } from '../nfts.ts'
import type { Sender } from './sender.ts'

const { art, badges, spam } = devnetAddresses

/** Pictures of each holder: account 0 has 1 to 3, account 1 has 4 to 6. */
const picturesEach = 3

/** Gives each holder three pictures, its badges, and one spam NFT. */
export async function giveNfts({
  holders,
  sender,
}: {
  holders: readonly { address: Address }[]
  sender: Sender
}) {
  for (const [index, { address }] of holders.entries()) {
    const mint = (to: Address, tokenId: number) =>
      sender.call({ to, abi: devNftAbi, functionName: 'mint', args: [address, BigInt(tokenId)] })
    for (let picture = 1; picture <= picturesEach; picture++)
      await mint(art, index * picturesEach + picture)
    const ids = badgeIds.filter((id) => (Number(id) + index) % 2 === 1)
    const args = [address, ids, ids.map((id) => id + 1n)]
    await sender.call({ to: badges, abi: devBadgesAbi, functionName: 'mint', args })
    await mint(spam, index + 1)
  }
}
