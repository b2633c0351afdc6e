import { readMetadata } from '@foyer/core'
import { walletLink } from '@foyer/core/internal'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStyles } from '../../useStyles.ts'
import { CopyLink } from './CopyLink.tsx'
import { isPhone } from './isPhone.ts'
import css from './Pairing.css?inline'
import { PairingCode } from './PairingCode.tsx'
import { PairingHint } from './PairingHint.tsx'
import { readPlatform } from './readPlatform.ts'
import { useLegal } from './useLegal.ts'
import { type PairingView, usePairing } from './usePairing.ts'

/** A code for any wallet, and its link. @source spec 2.6 */
export function ConnectingWalletConnectBasicView() {
  useStyles(css)
  const { foyer, Legal, router, views } = useUi()
  const message = useMessage()
  const pairing = usePairing({})
  const phone = isPhone()
  const { allow } = useLegal()
  const { icons, name } = readMetadata(foyer)
  const site = name || location.host
  const wallets = foyer.options.features.allWallets && foyer.options.apiUrl !== undefined

  if (pairing.status === 'idle')
    return (
      <div className="pairing">
        {Legal ? <Legal /> : null}
        <Button onClick={() => allow() && pairing.retry()}>{message('connecting.continue')}</Button>
      </div>
    )
  return (
    <div className="pairing">
      <div className="pairing-code" data-beside={phone}>
        <PairingCode pairing={pairing} mark={{ name: site, imageUrl: icons[0] }} />
      </div>
      <PairingHint pairing={pairing}>
        {message(phone ? 'walletConnect.scanElsewhere' : 'walletConnect.scan')}
      </PairingHint>
      <div className="pairing-actions">
        {readPlatform() === 'android' ? <SystemChooser pairing={pairing} /> : null}
        <CopyLink uri={pairing.status === 'waiting' ? pairing.uri : undefined} />
      </div>
      {wallets ? (
        <p onPointerEnter={() => void views.load('AllWallets')}>
          <TextLink onClick={() => router.push('AllWallets')}>
            {message('connect.allWallets')}
          </TextLink>
        </p>
      ) : null}
    </div>
  )
}

/** Lets Android offer its wallets: the bare URI names none. @source walletconnect.md 9 */
function SystemChooser({ pairing: { onOpened, uri } }: { pairing: PairingView }) {
  const message = useMessage()
  return (
    <Button
      pending={uri === undefined}
      icon={<Icon name="wallet" />}
      onClick={() => {
        if (uri === undefined) return
        const { href, target } = walletLink({ uri })
        window.open(href, target, 'noopener,noreferrer')
        onOpened(undefined)
      }}
    >
      {message('walletConnect.chooser')}
    </Button>
  )
}
