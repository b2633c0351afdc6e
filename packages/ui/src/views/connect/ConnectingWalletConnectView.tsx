import { useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { Tabs } from '../../primitives/Tabs.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useStyles } from '../../useStyles.ts'
import type { ConnectingWalletConnectData } from '../../view.ts'
import { CopyLink } from './CopyLink.tsx'
import { isPhone } from './isPhone.ts'
import { OpenWallet } from './OpenWallet.tsx'
import css from './Pairing.css?inline'
import { PairingCode } from './PairingCode.tsx'
import { PairingHint } from './PairingHint.tsx'
import { useLegal } from './useLegal.ts'
import { usePairing } from './usePairing.ts'
import { type WalletWay, walletWays } from './walletWays.ts'

const labels: Record<WalletWay, MessageKey> = {
  browser: 'walletConnect.browser',
  phone: 'walletConnect.phone',
  desktop: 'walletConnect.desktop',
  web: 'walletConnect.web',
}

/** One wallet by its ways: extension, phone, desktop app, site. @source spec 5.21 */
export function ConnectingWalletConnectView({ data }: { data: ConnectingWalletConnectData }) {
  useStyles(css)
  const { entry, obtainable, opened, tappedAt } = data
  const { Legal, router } = useUi()
  const message = useMessage()
  const { allow } = useLegal()
  const phone = isPhone()
  const ways = walletWays(entry, { phone })
  const [way, setWay] = useState<WalletWay>(data.way ?? ways[0] ?? 'phone')
  const wallet = entry.wallet
  const pairing = usePairing({ opened, starts: way !== 'browser', wallet })
  const values = { wallet: entry.name }

  const panel = () => {
    if (way === 'browser')
      return (
        <>
          <WalletLogo name={entry.name} src={entry.imageUrl} size={72} eager />
          <Button onClick={() => router.replace('ConnectingExternal', { entry })}>
            {message('walletConnect.open', values)}
          </Button>
        </>
      )
    if (pairing.status === 'idle')
      return (
        <>
          <WalletLogo name={entry.name} src={entry.imageUrl} size={72} eager />
          {Legal ? <Legal /> : null}
          <Button onClick={() => allow() && pairing.retry()}>
            {message('connecting.continue')}
          </Button>
        </>
      )
    if (way === 'phone' && !phone)
      return (
        <>
          <div className="pairing-code">
            <PairingCode pairing={pairing} mark={entry} wallet={entry.name} />
          </div>
          <PairingHint pairing={pairing}>{message('walletConnect.scanWith', values)}</PairingHint>
          <CopyLink uri={pairing.status === 'waiting' ? pairing.uri : undefined} />
          {wallet && obtainable && ways.length === 1 ? (
            <TextLink onClick={() => router.push('GetWallet', { wallet })}>
              {message('walletConnect.get', values)}
            </TextLink>
          ) : null}
        </>
      )
    return <OpenWallet key={way} {...{ entry, opened, pairing, tappedAt, way }} />
  }
  return (
    <div className="pairing">
      {ways.length > 1 ? (
        <Tabs
          label={message('walletConnect.ways')}
          tabs={ways.map((id) => ({ id, label: message(labels[id]) }))}
          selected={way}
          onSelect={setWay}
        >
          {panel()}
        </Tabs>
      ) : (
        panel()
      )}
    </div>
  )
}
