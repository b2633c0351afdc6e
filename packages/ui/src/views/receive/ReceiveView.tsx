import { networkImageUrl, supportsPay } from '@foyer/core'
import { type ComponentType, useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { quoteName } from '../../format/quoteName.ts'
import { Button } from '../../primitives/Button.tsx'
import { CopyButton } from '../../primitives/CopyButton.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { QrCode } from '../connect/QrCode.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import css from './ReceiveView.css?inline'
import type { ReceiveData } from './receiveData.ts'
import { ReceiveWords, useReceiveWords } from './receiveWords.ts'
import { useRequest } from './useRequest.ts'

/** The address of the account as a code and as text, or a request for an amount. @source spec 1.9 */
export function ReceiveView({ data }: { data: ReceiveData | undefined }) {
  return (
    <ReceiveWords>
      <Receive data={data} />
    </ReceiveWords>
  )
}

function Receive({ data }: { data: ReceiveData | undefined }) {
  useStyles(css)
  const { foyer, notices } = useUi()
  const { locale } = useLanguage()
  const message = useReceiveWords()
  const { address } = useActiveAccount()
  const network = useActiveNetwork()
  const { request, isInvalid } = useRequest(data)
  const [Form, setForm] = useState<ComponentType>()
  if (address === undefined || !network)
    return <EmptyState title={message('receive.unsupported')} />
  const name = { network: network.name }
  const report =
    (key: 'receive.askFailed' | 'receive.copyFailed' | 'receive.shareFailed') =>
    (error: unknown) => {
      foyer.log('info', key, error)
      notices.show({ tone: 'error', text: message(key) })
    }
  const text = request?.uri ?? address
  if (Form) return <Form />
  const ask = () =>
    import('../pay/RequestPayment.tsx').then(
      ({ RequestPayment }) => setForm(() => RequestPayment),
      report('receive.askFailed'),
    )
  return (
    <div className="receive">
      <p className="receive-hint">
        {request
          ? message('receive.request', {
              ...name,
              amount: formatAmount(request.amount, locale),
              symbol: quoteName(request.symbol),
            })
          : message('receive.hint', name)}
      </p>
      {isInvalid ? <Notice tone="warning">{message('receive.invalid')}</Notice> : null}
      <QrCode text={text} label={message('receive.label', name)}>
        <Logo name={network.name} src={networkImageUrl(foyer, network)} size={48} eager />
      </QrCode>
      <div className="receive-address">
        <p dir="ltr">{address}</p>
        <CopyButton
          text={address}
          label={message('receive.copy')}
          copiedLabel={message('receive.copied')}
          onError={report('receive.copyFailed')}
        />
      </div>
      {navigator.share ? (
        <Button
          variant="secondary"
          onClick={() =>
            navigator
              .share({ text })
              // Closing the sheet is not a failure.
              .catch(
                (error) => error?.name === 'AbortError' || report('receive.shareFailed')(error),
              )
          }
        >
          {message('receive.share')}
        </Button>
      ) : null}
      {supportsPay(foyer) ? (
        <Button variant="secondary" onClick={() => void ask()}>
          {message('receive.ask')}
        </Button>
      ) : null}
      <Notice tone="info">{message('receive.only', name)}</Notice>
    </div>
  )
}
