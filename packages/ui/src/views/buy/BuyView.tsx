import { useState } from 'react'
import { useUi } from '../../context.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { LazyPart } from '../LazyPart.tsx'
import { BuyForm } from './BuyForm.tsx'
import css from './BuyView.css?inline'
import { BuyWords } from './buyWords.ts'
import type { OpenedPurchase } from './openedPurchase.ts'
import { readPurchase, rememberPurchase } from './rememberedPurchase.ts'

const loadWait = () => import('./BuyWait.tsx').then((m) => m.BuyWait)

/** Buys coins for the connected account: what, from whom, then the wait for them. @source spec 1.9 */
export function BuyView() {
  useStyles(css)
  const { foyer } = useUi()
  const { address, chainId } = useActiveAccount()
  // A purchase stays while the view is closed, and after a reload.
  const [purchase, setPurchase] = useState(
    () => (foyer.running.onramp as OpenedPurchase | undefined) ?? readPurchase(foyer),
  )
  const keep = (next: OpenedPurchase | undefined) => {
    foyer.running.onramp = next
    rememberPurchase(foyer, next)
    setPurchase(next)
  }
  if (address === undefined) return null
  const isOwn = purchase?.order.address === address && purchase.order.chainId === chainId
  return (
    <BuyWords>
      {purchase && isOwn ? (
        <LazyPart load={loadWait}>
          {(BuyWait) => (
            <BuyWait key={purchase.order.id} purchase={purchase} onAgain={() => keep(undefined)} />
          )}
        </LazyPart>
      ) : (
        <BuyForm key={`${chainId}:${address}`} address={address} onOpened={keep} />
      )}
    </BuyWords>
  )
}
