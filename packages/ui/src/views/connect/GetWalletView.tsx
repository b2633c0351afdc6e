import type { FoyerState } from '@foyer/core'
import type { Wallet } from '@foyer/protocol'
import type { ReactNode } from 'react'
import { useFoyer, useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { LinkButton } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './GetWalletView.css?inline'
import { useWalletPicture } from './useWalletPicture.ts'
import { readPlatform, type WalletLink, walletLinks } from './walletLinks.ts'

/** How many wallets are proposed. */
const proposed = 6

const wordsOf: Record<WalletLink['kind'], { text: MessageKey; icon: ReactNode }> = {
  chrome: { text: 'getWallet.chrome', icon: <Icon name="extension" /> },
  appStore: { text: 'getWallet.appStore', icon: <Icon name="phone" /> },
  playStore: { text: 'getWallet.playStore', icon: <Icon name="phone" /> },
  webapp: { text: 'getWallet.webapp', icon: <Icon name="window" /> },
  homepage: { text: 'getWallet.homepage', icon: <Icon name="globe" /> },
}

/** Where to get one wallet; without one, a few to choose from. */
export function GetWalletView({ data }: { data: { wallet: Wallet } | undefined }) {
  useStyles(css)
  return data ? <OneWallet wallet={data.wallet} /> : <SomeWallets />
}

function OneWallet({ wallet }: { wallet: Wallet }) {
  const message = useMessage()
  const picture = useWalletPicture()
  const [best, ...others] = walletLinks(wallet, readPlatform())
  return (
    <div className="get-wallet">
      <Logo name={wallet.name} src={picture(wallet)} size={72} eager />
      <p className="get-wallet-name">{wallet.name}</p>
      <p className="get-wallet-text">
        {message('getWallet.notInstalled', { wallet: wallet.name })}
      </p>
      {best ? (
        <LinkButton href={best.href} icon={wordsOf[best.kind].icon}>
          {message(wordsOf[best.kind].text)}
        </LinkButton>
      ) : null}
      {others.length > 0 ? (
        <List label={message('getWallet.title')}>
          {others.map(({ href, kind }) => (
            <ListRow
              key={kind}
              href={href}
              image={<span className="get-wallet-icon">{wordsOf[kind].icon}</span>}
              title={message(wordsOf[kind].text)}
            />
          ))}
        </List>
      ) : null}
    </div>
  )
}

const directoryOf = (state: FoyerState) => state.directory

function SomeWallets() {
  const { foyer } = useUi()
  const message = useMessage()
  const picture = useWalletPicture()
  const { featured, recommended, wallets } = useFoyer(directoryOf)
  const platform = readPlatform()
  const all = [...featured, ...foyer.options.customWallets, ...recommended, ...wallets]
  const rows = all
    .filter((wallet, index) => all.findIndex(({ id }) => id === wallet.id) === index)
    .flatMap((wallet) => {
      const [best] = walletLinks(wallet, platform)
      return best ? [{ wallet, href: best.href }] : []
    })
    .slice(0, proposed)
  if (rows.length === 0)
    return <EmptyState icon={<Icon name="wallet" />} title={message('getWallet.none')} />
  return (
    <List label={message('getWallet.title')}>
      {rows.map(({ href, wallet }) => (
        <ListRow
          key={wallet.id}
          href={href}
          image={<Logo name={wallet.name} src={picture(wallet)} eager />}
          title={wallet.name}
          trailing={<span className="get-wallet-pill">{message('getWallet.get')}</span>}
        />
      ))}
    </List>
  )
}
