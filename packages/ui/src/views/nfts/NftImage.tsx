import type { Nft } from '@foyer/protocol/api'
import { useState } from 'react'
import { Monogram } from '../../primitives/Monogram.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './NftImage.css?inline'
import { nftName } from './nftName.ts'

/** The image of an NFT in a square that keeps its space; a monogram without one. Hidden from screen readers. */
export function NftImage({
  eager = false,
  nft,
}: {
  /** Loads it eagerly, not when it becomes visible. @default false */
  eager?: boolean
  nft: Nft
}) {
  useStyles(css)
  const [broken, setBroken] = useState<string>()
  const { imageUrl } = nft
  return (
    <span className="nft-image" aria-hidden="true">
      {imageUrl === null || imageUrl === broken ? (
        nft.isPending ? null : (
          <Monogram name={nftName(nft)} />
        )
      ) : (
        <img
          key={imageUrl}
          src={imageUrl}
          alt=""
          draggable={false}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          referrerPolicy="no-referrer"
          onError={() => setBroken(imageUrl)}
        />
      )}
    </span>
  )
}
