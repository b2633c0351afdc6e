import type { Nft } from '@foyer/protocol/api'
import { useMessage, useUi } from '../../context.ts'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { NftImage } from './NftImage.tsx'
import { nftName } from './nftName.ts'

/** NFTs in two columns; a press opens one. */
export function NftGrid({ nfts }: { nfts: readonly Nft[] }) {
  const message = useMessage()
  return (
    // Safari drops the role of a list without bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="nfts-grid" role="list" aria-label={message('nfts.title')}>
      {nfts.map((nft) => (
        <li key={`${nft.chainId} ${nft.contract} ${nft.tokenId}`}>
          <NftCard nft={nft} />
        </li>
      ))}
    </ul>
  )
}

function NftCard({ nft }: { nft: Nft }) {
  const { router, views } = useUi()
  const { collection, isPending, name, quantity } = nft
  const load = () => void views.load('Nft')
  return (
    <button
      type="button"
      className="nft-card"
      onPointerEnter={load}
      onFocus={load}
      onClick={() => router.push('Nft', { nft })}
    >
      <NftImage nft={nft} />
      {quantity === '1' ? null : (
        <bdi className="nft-count" dir="ltr">
          ×{quantity.length > 6 ? '999999+' : quantity}
        </bdi>
      )}
      <span className="nft-name" dir="auto">
        {isPending && name === null ? <Skeleton /> : nftName(nft)}
      </span>
      {/* Its space is kept, so that all rows are equally high. */}
      <span className="nft-collection" dir="auto">
        {name === null || name === collection ? '\u00a0' : collection}
      </span>
    </button>
  )
}

/** A placeholder for the grid. */
export function NftGridLoading() {
  const message = useMessage()
  return (
    <div className="nfts-grid" aria-busy="true">
      <p className="unseen" role="status">
        {message('modal.loading')}
      </p>
      {['1', '2', '3', '4'].map((key) => (
        <div key={key} className="nft-card" aria-hidden="true">
          <span className="nft-image-coming">
            <Skeleton />
          </span>
          <span className="nft-name">
            <Skeleton />
          </span>
          <span className="nft-collection">
            <Skeleton width="s" />
          </span>
        </div>
      ))}
    </div>
  )
}
