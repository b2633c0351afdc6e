import { type Payment, type PaymentFacts, type PaymentStage, readAccount } from '@foyer/core'
import { useFoyerRead, useLanguage, useUi } from '../../context.ts'
import { formatExact } from '../../format/formatExact.ts'
import { quoteName } from '../../format/quoteName.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { CopyButton } from '../../primitives/CopyButton.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { usePayWords } from './payWords.ts'

type Shown = Exclude<PaymentStage['status'], 'ready' | 'error'>

const marks: Record<Shown, 'waiting' | 'done' | 'failed'> = {
  asking: 'waiting',
  elsewhere: 'waiting',
  failed: 'failed',
  paid: 'done',
  pending: 'waiting',
  unknown: 'failed',
  untied: 'failed',
}

/** Shows the progress and the end of a payment, with its receipt. */
export function PayOutcome({
  facts: { network, token },
  payment,
  stage,
}: {
  facts: PaymentFacts
  payment: Payment
  stage: Extract<PaymentStage, { status: Shown }>
}) {
  const { modal, notices } = useUi()
  const { locale } = useLanguage()
  const say = usePayWords()
  const wallet = useFoyerRead(readAccount).connectedWalletInfo
  const { request } = payment
  const mark = marks[stage.status]
  const values = {
    amount: formatExact(request.amount, token?.decimals ?? 0, locale),
    network: network?.name ?? '',
    symbol: quoteName(token?.symbol),
    to: shortenAddress(request.to),
    wallet: wallet?.name ?? '',
  }
  const hash =
    stage.status === 'paid' ? stage.receipt.hash : 'hash' in stage ? stage.hash : undefined
  const explorer = network?.blockExplorers?.default.url
  return (
    <div className="pay pay-outcome" data-stage={stage.status}>
      <WalletLogo name={values.wallet} src={wallet?.icon} size={72} eager state={mark} />
      <div className="pay-words" role={mark === 'failed' ? 'alert' : 'status'}>
        <p className="pay-title">{say(`pay.${stage.status}Title`)}</p>
        <p className="pay-text">{say(`pay.${stage.status}`, values)}</p>
      </div>
      {hash === undefined ? null : (
        <div className="pay-hash">
          <bdi dir="ltr" title={hash}>
            {shortenAddress(hash)}
          </bdi>
          <CopyButton
            text={hash}
            label={say('pay.copy')}
            copiedLabel={say('pay.copied')}
            onError={() => notices.show({ tone: 'error', text: hash })}
          />
          {explorer === undefined ? null : (
            <TextLink href={explorer.replace(/\/*(\?.*)?$/, `/tx/${hash}$1`)}>
              {say('pay.explorer')}
            </TextLink>
          )}
        </div>
      )}
      {stage.status === 'failed' ? (
        <Button onClick={() => void payment.pay()}>{say('pay.retry')}</Button>
      ) : mark === 'waiting' && stage.status !== 'pending' ? null : (
        <Button
          variant={stage.status === 'pending' ? 'secondary' : 'primary'}
          onClick={() => modal.close()}
        >
          {say('pay.done')}
        </Button>
      )}
    </div>
  )
}
