import { type Replacement, readAccount, type SendForm, type SendOutcome } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { useEffect, useState } from 'react'
import { useFoyerRead, useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { quoteName } from '../../format/quoteName.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useStepFocus } from '../../useStepFocus.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import css from './Outcome.css?inline'
import { outcomeWords } from './outcomeWords.ts'
import { useSendWords } from './sendWords.ts'

/** The outcome of a transfer, and the actions that it allows. */
export function Outcome({ form, outcome }: { form: SendForm; outcome: SendOutcome }) {
  useStyles(css)
  const step = useStepFocus<HTMLDivElement>()
  const { router } = useUi()
  const { locale } = useLanguage()
  const message = useSendWords()
  const network = useActiveNetwork()
  const wallet = useFoyerRead(readAccount).connectedWalletInfo
  const { amount, name, to, token } = outcome.transfer
  const { state, text, title } = outcomeWords(outcome)
  const exact = formatUnits(amount, Number(token?.quantity.decimals ?? 0))
  const values = {
    amount: formatAmount(exact, locale),
    network: network?.name ?? '',
    symbol: quoteName(token?.symbol),
    to: name ?? shortenAddress(to),
    wallet: wallet?.name ?? '',
  }
  const explorer = network?.blockExplorers?.default.url
  const isOver = state === 'failed' || state === 'done'
  const canRetry = outcome.status === 'rejected' || outcome.status === 'error'
  const details = outcome.status === 'error' ? outcome.error.details : undefined
  return (
    <div ref={step} className="send send-outcome">
      <WalletLogo name={values.wallet} src={wallet?.icon} size={72} eager state={state} />
      <div className="send-words" role={state === 'failed' ? 'alert' : 'status'}>
        <p className="send-title">{message(title, values)}</p>
        <p className="send-text">{message(text, values)}</p>
        {details !== undefined && /\s.*\.$/s.test(details) ? (
          <p className="send-text" dir="ltr">
            {details}
          </p>
        ) : null}
      </div>
      {'hash' in outcome && explorer !== undefined ? (
        <TextLink href={explorer.replace(/\/*(\?.*)?$/, `/tx/${outcome.hash}$1`)}>
          {message('send.explorer')}
        </TextLink>
      ) : null}
      {outcome.status === 'pending' ? (
        <Replacements form={form} outcome={outcome} wallet={values.wallet} />
      ) : null}
      {canRetry ? (
        <div className="send-buttons">
          <Button variant="secondary" onClick={() => form.clearOutcome()}>
            {message('send.review')}
          </Button>
          <Button onClick={() => void form.send()}>{message('send.again')}</Button>
        </div>
      ) : isOver || outcome.status === 'pending' ? (
        <Button
          variant={isOver ? 'primary' : 'secondary'}
          onClick={() => {
            if (isOver) form.clearOutcome()
            router.reset('Account')
          }}
        >
          {message('send.done')}
        </Button>
      ) : null}
    </div>
  )
}

/** Speeds up or cancels a pending transfer, where the wallet can. */
function Replacements({
  form,
  outcome,
  wallet,
}: {
  form: SendForm
  outcome: Extract<SendOutcome, { status: 'pending' }>
  wallet: string
}) {
  const { foyer } = useUi()
  const message = useSendWords()
  const [offered, setOffered] = useState<readonly Replacement[]>([])
  const { hash, notReplaced, replacing } = outcome
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a wallet can is learnt by trying
  useEffect(() => {
    let ended = false
    form.listReplacements().then(
      (found) => ended || setOffered(found),
      (error) => foyer.log('info', 'what can be replaced is not known', error),
    )
    return () => {
      ended = true
    }
  }, [foyer, form, hash, notReplaced])
  return (
    <>
      {notReplaced === undefined ? null : (
        <Notice tone="warning">
          {message(notReplaced === 'failed' ? 'send.notReplaced' : 'send.ignored', { wallet })}
        </Notice>
      )}
      {replacing ? (
        <p className="send-text" role="status">
          {message('send.replacing', { wallet })}
        </p>
      ) : offered.length > 0 ? (
        <div className="send-buttons">
          {offered.map((kind) => (
            <Button key={kind} variant="quiet" onClick={() => void form.replace(kind)}>
              {message(kind === 'cancel' ? 'send.cancel' : 'send.speedUp')}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}
