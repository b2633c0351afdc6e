import { networkImageUrl } from '@foyer/core'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { BuyChoice } from './BuyChoice.tsx'
import { useBuyWords } from './buyWords.ts'
import type { OpenedPurchase } from './openedPurchase.ts'
import { readCoins } from './readOffers.ts'
import { useOffers } from './useOffers.ts'

/** The sellers' offers for the network, or why there are none. */
export function BuyForm({
  address,
  onOpened,
}: {
  address: string
  onOpened: (purchase: OpenedPurchase) => void
}) {
  const { foyer } = useUi()
  const message = useMessage()
  const say = useBuyWords()
  const network = useActiveNetwork()
  const { failed, offers, retry } = useOffers()
  if (failed)
    return (
      <EmptyState
        role="alert"
        title={say('buy.unavailable')}
        action={
          <Button variant="secondary" onClick={retry}>
            {message('modal.retry')}
          </Button>
        }
      />
    )
  if (!offers)
    return (
      <div className="buy" aria-busy="true">
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </div>
    )
  const coins = network ? readCoins(offers, network) : []
  if (!network || coins.length === 0)
    return <EmptyState role="status" title={say('buy.none', { network: network?.name ?? '' })} />
  return (
    <BuyChoice
      address={address}
      coins={coins}
      network={network}
      networkImage={networkImageUrl(foyer, network)}
      offers={offers}
      onOpened={onOpened}
    />
  )
}
