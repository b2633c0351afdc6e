import { useNfts, useSendNft } from '@foyer/ui/react'
import { useState } from 'react'
import { Box } from './Box.tsx'

/** Lists the NFTs of the account, and sends one. */
export function Nfts() {
  const { data, error, fetchNextPage, hasNextPage } = useNfts()
  const { data: hash, error: refused, isPending, mutate } = useSendNft()
  const [to, setTo] = useState('')
  return (
    <Box title="NFTs" hooks="useNfts useSendNft" error={refused ?? error}>
      <label>
        Receiver of the NFT
        <input value={to} onChange={({ target }) => setTo(target.value.trim())} />
      </label>
      <ul>
        {data?.nfts.map((nft) => (
          <li key={`${nft.contract}/${nft.tokenId}`}>
            {nft.name ?? nft.tokenId}{' '}
            <button
              type="button"
              disabled={isPending || to === '' || nft.isSendable === false}
              onClick={() => mutate({ nft, to })}
            >
              Send NFT
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <button type="button" onClick={() => void fetchNextPage()}>
          More NFTs
        </button>
      ) : null}
      <p role="status">{hash ? `NFT sent: ${hash}` : ''}</p>
    </Box>
  )
}
