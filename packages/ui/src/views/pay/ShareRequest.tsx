import {
  networkImageUrl,
  type PaymentRequest,
  type PaymentVerdict,
  verifyPayment,
} from '@foyer/core'
import { delay } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { formatExact } from '../../format/formatExact.ts'
import { quoteName } from '../../format/quoteName.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useSecondsUntil } from '../../primitives/useSecondsUntil.ts'
import { useStepFocus } from '../../useStepFocus.ts'
import { QrCode } from '../connect/QrCode.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { usePayWords } from './payWords.ts'

/** A request that the user made. */
export type OwnRequest = {
  readonly request: PaymentRequest
  /** Opens this site. */
  readonly link: string
  /** Text of the code. */
  readonly code: string
  /** Wallets read the code themselves; else it is the link. */
  readonly isForWallets: boolean
  readonly decimals: number
  readonly symbol: string
}

/** Pause between two looks at the chain, ms. */
const lookMs = 4_000

/** A request as code and link, and whether it is paid. */
export function ShareRequest({ onAnother, own }: { onAnother: () => void; own: OwnRequest }) {
  const step = useStepFocus<HTMLDivElement>()
  const { foyer, notices } = useUi()
  const { locale } = useLanguage()
  const say = usePayWords()
  const network = useActiveNetwork()
  const { code, decimals, isForWallets, link, request } = own
  const symbol = quoteName(own.symbol)
  const verdict = useVerdict(request)
  const isOver = useSecondsUntil(request.expiresAt) === 0
  const [isCopied, setCopied] = useState(false)
  const amount = formatExact(request.amount, decimals, locale)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch (error) {
      foyer.log('info', 'the clipboard refused', error)
      notices.show({ tone: 'error', text: link })
    }
  }
  const isPaid = verdict?.status === 'paid'
  return (
    <div ref={step} className="pay">
      {isPaid ? null : (
        <>
          <p className="pay-hint">
            {say(isForWallets ? 'pay.scanWallet' : 'pay.scanLink', { amount, symbol })}
          </p>
          <QrCode text={code} label={say('pay.code')} stale={isOver}>
            <Logo
              name={network?.name ?? ''}
              src={network && networkImageUrl(foyer, network)}
              size={48}
              eager
            />
          </QrCode>
        </>
      )}
      <div role="status">
        {isPaid ? (
          <Notice tone="success" title={`${amount} ${symbol}`}>
            {say('pay.received', { from: shortenAddress(verdict.receipt.from) })}
          </Notice>
        ) : (
          <Notice tone={isOver ? 'warning' : 'info'}>
            {say(isOver ? 'pay.expired' : 'pay.waiting')}
          </Notice>
        )}
      </div>
      {isPaid || isOver ? (
        <Button variant="secondary" onClick={onAnother}>
          {say('pay.another')}
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => void copy()}>
          {say(isCopied ? 'pay.linkCopied' : 'pay.copyLink')}
        </Button>
      )}
    </div>
  )
}

/** Looks for the payment on the chain while the request is shown. */
function useVerdict(request: PaymentRequest): PaymentVerdict | undefined {
  const { foyer } = useUi()
  const [verdict, setVerdict] = useState<PaymentVerdict>()
  useEffect(() => {
    const { signal, abort } = makeAbort()
    const look = async () => {
      while (!signal.aborted) {
        const found = await verifyPayment(foyer, { request }).catch((error) => {
          foyer.log('info', 'the payment could not be looked for', error)
          return undefined
        })
        if (signal.aborted) return
        if (found) setVerdict(found)
        if (found?.status === 'paid') return
        await delay(lookMs, signal)
      }
    }
    look().catch(() => {
      // The view was left.
    })
    return abort
  }, [foyer, request])
  return verdict
}

function makeAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
