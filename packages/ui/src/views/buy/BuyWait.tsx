import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { BuyWaitWords, useBuyWaitWords } from './buyWaitWords.ts'
import { useBuyWords } from './buyWords.ts'
import type { OpenedPurchase } from './openedPurchase.ts'
import { rememberPurchase } from './rememberedPurchase.ts'
import { type PurchaseStage, usePurchase } from './usePurchase.ts'

const marks: Partial<Record<PurchaseStage, 'done' | 'failed'>> = {
  arrived: 'done',
  ended: 'failed',
  expired: 'failed',
  lost: 'failed',
}

type Props = { onAgain: () => void; purchase: OpenedPurchase }

/** Waits for the end of a purchase, and shows it. */
export function BuyWait(props: Props) {
  return (
    <BuyWaitWords>
      <Wait {...props} />
    </BuyWaitWords>
  )
}

function Wait({ onAgain, purchase }: Props) {
  const { foyer, router } = useUi()
  const message = useMessage()
  const sayBefore = useBuyWords()
  const say = useBuyWaitWords()
  const network = useActiveNetwork()
  const { order, seller, url } = purchase
  const { hash, stage } = usePurchase(purchase)
  const isOver = marks[stage] !== undefined
  useEffect(() => {
    if (isOver) rememberPurchase(foyer, undefined)
  }, [foyer, isOver])
  const isFailed = marks[stage] === 'failed'
  const values = { seller, symbol: order.purchaseCurrency }
  const explorer = hash && network?.blockExplorers?.default.url
  return (
    <div className="buy-wait" data-stage={stage}>
      <WalletLogo name={seller} src={undefined} size={72} state={marks[stage] ?? 'waiting'} />
      <div className="buy-words" role={isFailed ? 'alert' : 'status'}>
        <p className="buy-title">{say(`buy.${stage}Title`, values)}</p>
        <p className="buy-text">{say(`buy.${stage}`, values)}</p>
      </div>
      {isFailed ? null : (
        <p className="buy-to">
          {sayBefore('buy.receiver', { network: network?.name ?? '' })}{' '}
          <bdi title={order.address}>{shortenAddress(order.address)}</bdi>
        </p>
      )}
      <div className="buy-actions">
        {url !== undefined && (stage === 'blocked' || stage === 'closed' || stage === 'open') ? (
          <LinkButton
            href={url}
            variant={stage === 'open' ? 'quiet' : 'primary'}
            referrerPolicy="no-referrer"
          >
            {say('buy.link', { seller })}
          </LinkButton>
        ) : null}
        {explorer ? (
          <LinkButton
            variant="secondary"
            href={`${explorer.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`}
          >
            {say('buy.transaction')}
          </LinkButton>
        ) : null}
        {stage === 'arrived' ? (
          <Button
            onClick={() => {
              onAgain()
              router.reset('Account')
            }}
          >
            {say('buy.done')}
          </Button>
        ) : null}
        {stage === 'pending' ? (
          <Button variant="secondary" onClick={() => router.reset('Account')}>
            {message('modal.close')}
          </Button>
        ) : (
          <Button variant={isFailed ? 'primary' : 'quiet'} onClick={onAgain}>
            {say(stage === 'arrived' ? 'buy.another' : 'buy.again')}
          </Button>
        )}
      </div>
    </div>
  )
}
