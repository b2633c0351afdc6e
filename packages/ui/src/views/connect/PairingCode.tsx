import type { ReactNode } from 'react'
import { useMessage } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { pairingWords } from './pairingWords.ts'
import { QrCode } from './QrCode.tsx'
import type { PairingView } from './usePairing.ts'

/** The site or wallet in the middle of the code. */
export type Mark = { readonly name: string; readonly imageUrl: string | undefined }

/** The code to scan, covered by its outcome. @source spec 2.6 */
export function PairingCode({
  mark,
  pairing,
  wallet,
}: {
  mark: Mark
  pairing: PairingView
  /** The chosen wallet. @default any */
  wallet?: string | undefined
}) {
  const message = useMessage()
  const { status } = pairing
  return (
    <QrCode
      text={pairing.uri}
      label={message('walletConnect.label')}
      stale={status !== 'waiting'}
      cover={status === 'waiting' ? undefined : <Cover {...{ mark, pairing, wallet }} />}
    >
      <Logo name={mark.name} src={mark.imageUrl} size={48} eager />
    </QrCode>
  )
}

function Cover({
  mark,
  pairing,
  wallet,
}: {
  mark: Mark
  pairing: PairingView
  wallet: string | undefined
}) {
  const message = useMessage()
  const { error, retry, status } = pairing
  const { text, title } = pairingWords({ error, status, wallet })
  const values = { wallet: wallet ?? '' }
  const failed = status === 'failed' || status === 'expired'
  const words: ReactNode = (
    <div className="pairing-words" role={failed ? 'alert' : 'status'}>
      <p className="pairing-title">{message(title, values)}</p>
      {text === undefined ? null : <p className="pairing-text">{message(text, values)}</p>}
    </div>
  )
  if (status === 'taken' || status === 'done')
    return (
      <>
        <WalletLogo
          name={mark.name}
          src={mark.imageUrl}
          size={72}
          eager
          state={status === 'done' ? 'done' : 'waiting'}
        />
        {words}
      </>
    )
  const action: MessageKey = status === 'expired' ? 'walletConnect.renew' : 'connecting.retry'
  return (
    <>
      <span className="pairing-sign" data-tone={status}>
        <Icon name={status === 'failed' ? 'alert' : 'info'} />
      </span>
      {words}
      {failed ? (
        <div className="pairing-cover-action">
          <Button inline onClick={retry}>
            {message(action)}
          </Button>
        </div>
      ) : null}
    </>
  )
}
