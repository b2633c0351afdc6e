import type { ConnectMethod, FoyerState } from '@foyer/core'
import { readConnectOrder } from '@foyer/core/internal'
import type { ComponentType } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './ConnectView.css?inline'
import { EmailSection } from './EmailSection.tsx'
import { hasEmail } from './hasEmail.ts'
import { SocialSection } from './SocialSection.tsx'
import { useLegal } from './useLegal.ts'
import { WalletList } from './WalletList.tsx'

/** Components by way to connect. */
const sections: Partial<Record<ConnectMethod, ComponentType>> = {
  wallet: WalletSection,
  email: EmailSection,
  social: SocialSection,
}

const connectors = (state: FoyerState) => state.connectors

/** The ways to connect. @source spec 2.3, 9.17 */
export function ConnectView() {
  useStyles(css)
  const { foyer, Legal, router, views } = useUi()
  const message = useMessage()
  // Re-renders with the connectors: installed wallets decide the order.
  useFoyerState(connectors)
  return (
    <>
      {readConnectOrder(foyer).map((method) => {
        const Section = sections[method]
        return Section && <Section key={method} />
      })}
      {Legal ? <Legal /> : null}
      <p className="connect-help" onPointerEnter={() => void views.load('WhatIsAWallet')}>
        <TextLink onClick={() => router.push('WhatIsAWallet')}>
          {message('connect.whatIsAWallet')}
        </TextLink>
      </p>
    </>
  )
}

function WalletSection() {
  const ui = useUi()
  const { foyer, router, views } = ui
  const message = useMessage()
  const { allow } = useLegal()
  const { collapseWallets, emailShowWallets } = foyer.options.features
  if (!collapseWallets && (emailShowWallets || !hasEmail(ui))) return <WalletList />
  return (
    <List label={message('connect.wallets')}>
      <ListRow
        image={
          <span className="all-wallets-icon" aria-hidden="true">
            <Icon name="wallet" />
          </span>
        }
        title={message('connect.chooseWallet')}
        chevron
        onClick={() => allow() && router.push('ConnectWallets')}
        onIntent={() => void views.load('ConnectWallets')}
      />
    </List>
  )
}
