import type { FoyerState } from '@foyer/core'
import type { Wallet } from '@foyer/protocol/api'
import type { ReactNode } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { LinkButton } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon, LineIcon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './GetWalletView.css?inline'
import { readPlatform } from './readPlatform.ts'
import { useWalletPicture } from './useWalletPicture.ts'
import { type WalletLink, walletLinks } from './walletLinks.ts'

/** Number of suggested wallets. */
const proposed = 6

const paths = {
  extension:
    'M5 9h3.200a2 2 0 1 1 3.600 0H15a1 1 0 0 1 1 1v3.200a2 2 0 1 1 0 3.600V19a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1z',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3c5 5.500 5 12.500 0 18M12 3c-5 5.500-5 12.500 0 18M3 12h18',
  phone: 'M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11.500 17.500h1',
  window: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 9.500h18',
}

const wordsOf: Record<WalletLink['kind'], { text: MessageKey; icon: ReactNode }> = {
  chrome: { text: 'getWallet.chrome', icon: <LineIcon path={paths.extension} /> },
  appStore: { text: 'getWallet.appStore', icon: <LineIcon path={paths.phone} /> },
  playStore: { text: 'getWallet.playStore', icon: <LineIcon path={paths.phone} /> },
  webapp: { text: 'getWallet.webapp', icon: <LineIcon path={paths.window} /> },
  homepage: { text: 'getWallet.homepage', icon: <LineIcon path={paths.globe} /> },
}

/** Install links of one wallet; without one, a few to choose from. */
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
  const { featured, recommended, wallets } = useFoyerState(directoryOf)
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
