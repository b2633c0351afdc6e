import { networkImageUrl } from '@foyer/core'
import { useUi } from '../../context.ts'
import { CopyButton } from '../../primitives/CopyButton.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { QrCode } from '../connect/QrCode.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import css from './ReceiveView.css?inline'
import { ReceiveWords, useReceiveWords } from './receiveWords.ts'

/** The address of the account as a code and as text. @source ledger 1.9 */
export function ReceiveView() {
  return (
    <ReceiveWords>
      <Receive />
    </ReceiveWords>
  )
}

function Receive() {
  useStyles(css)
  const { foyer, notices } = useUi()
  const message = useReceiveWords()
  const { address } = useActiveAccount()
  const network = useActiveNetwork()
  if (address === undefined || !network)
    return <EmptyState title={message('receive.unsupported')} />
  const name = { network: network.name }
  return (
    <div className="receive">
      <p className="receive-hint">{message('receive.hint', name)}</p>
      <QrCode text={address} label={message('receive.label', name)}>
        <Logo name={network.name} src={networkImageUrl(foyer, network)} size={48} eager />
      </QrCode>
      <div className="receive-address">
        <p dir="ltr">{address}</p>
        <CopyButton
          text={address}
          label={message('receive.copy')}
          copiedLabel={message('receive.copied')}
          onError={() => notices.show({ tone: 'error', text: message('receive.copyFailed') })}
        />
      </div>
      <Notice tone="info">{message('receive.only', name)}</Notice>
    </div>
  )
}
