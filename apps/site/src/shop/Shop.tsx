import { type Foyer, readPaymentLink, writePaymentLink } from '@foyer/core'
import { FoyerButton, useNetwork, useRequestPayment } from '@foyer/ui/react'
import { useEffect, useRef, useState } from 'react'
import type { SiteConfig } from '../siteConfig.ts'
import { Forecast } from './Forecast.tsx'
import { Good } from './Good.tsx'
import { checkOrder, placeOrder } from './shopCalls.ts'
import { goods } from './shopOrder.ts'

/** The progress of a purchase. */
type Purchase =
  | { readonly status: 'ordering' | 'paying' | 'checking' | 'delivered' }
  | { readonly status: 'failed'; readonly reason: string }

/** A shop that sells for payment requests: order, pay in the modal, and deliver once its server has seen the payment. */
export function Shop({ config, foyer }: { config: SiteConfig; foyer: Foyer }) {
  const { chainId, network } = useNetwork()
  const { mutateAsync: pay } = useRequestPayment()
  const [purchase, setPurchase] = useState<Purchase>()
  const [link, setLink] = useState<string>()

  const buy = async (good: string) => {
    setLink(undefined)
    setPurchase({ status: 'ordering' })
    try {
      const request = await placeOrder(good, chainId ?? '')
      setLink(writePaymentLink(request, location.href))
      setPurchase({ status: 'paying' })
      const { hash } = await pay({ request })
      setPurchase({ status: 'checking' })
      const { reason, status } = await checkOrder(request.id, hash)
      setPurchase(
        status === 'paid'
          ? { status: 'delivered' }
          : { status: 'failed', reason: reason ?? status },
      )
    } catch (error) {
      setPurchase({ status: 'failed', reason: error instanceof Error ? error.message : '' })
    }
  }

  // A link to a request opens it, as from another device.
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    try {
      const request = readPaymentLink(location.href)
      if (!request) return
      setPurchase({ status: 'paying' })
      pay({ request })
        .then(({ hash }) => checkOrder(request.id, hash))
        .then(
          ({ reason, status }) =>
            setPurchase(
              status === 'paid'
                ? { status: 'delivered' }
                : { status: 'failed', reason: reason ?? status },
            ),
          (error: Error) => setPurchase({ status: 'failed', reason: error.message }),
        )
    } catch {
      setPurchase({ status: 'failed', reason: 'This link has no payment request.' })
    }
  }, [pay])

  return (
    <main className="shop">
      <header className="shop-head">
        <a href="/">Foyer</a>
        <FoyerButton />
      </header>
      <h1>A small shop</h1>
      <p>
        Each order is a payment request: an exact amount, a receiver and an expiry. The shop’s
        server delivers once it has seen the payment on {network?.name ?? 'the network'} itself.
      </p>
      <ul className="shop-goods">
        {goods.map((good) => (
          <Good key={good.id} good={good} onBuy={() => void buy(good.id)} />
        ))}
      </ul>
      <p role="status" className="shop-state" data-status={purchase?.status}>
        {purchase ? sentenceOf(purchase) : ''}
      </p>
      {link !== undefined && purchase?.status === 'paying' ? (
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            Pay it in another tab
          </a>
        </p>
      ) : null}
      {config.hasForecast ? <Forecast config={config} foyer={foyer} /> : null}
    </main>
  )
}

function sentenceOf(purchase: Purchase): string {
  switch (purchase.status) {
    case 'ordering':
      return 'Taking your order…'
    case 'paying':
      return 'Waiting for your payment.'
    case 'checking':
      return 'The shop is checking the payment…'
    case 'delivered':
      return 'Paid. Thank you, it is yours.'
    case 'failed':
      return `Not delivered: ${purchase.reason}`
  }
}
