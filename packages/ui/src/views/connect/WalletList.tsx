import { type FoyerState, listConnectEntries } from '@foyer/core'
import { recommendedCount } from '@foyer/core/internal'
import { useFoyerState, useLanguage, useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, Row } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import { hasEmail } from './hasEmail.ts'
import { useChooseWallet } from './useChooseWallet.ts'
import { useEntries } from './useEntries.ts'
import { useFirstWallets } from './useFirstWallets.ts'
import { useLegal } from './useLegal.ts'
import { useWalletPicture } from './useWalletPicture.ts'
import css from './WalletList.css?inline'
import { WalletRow } from './WalletRow.tsx'

const countOf = (state: FoyerState) => state.directory.count
const recommendedOf = (state: FoyerState) => state.directory.recommended

/** The first wallets to choose from, and the link to all others. */
export function WalletList() {
  useStyles(css)
  const ui = useUi()
  const { foyer, router, views } = ui
  const message = useMessage()
  const { locale } = useLanguage()
  const entries = useEntries(listConnectEntries)
  const count = useFoyerState(countOf)
  const { allow } = useLegal()
  const { choose, prepare } = useChooseWallet()
  const complete = useFirstWallets()
  const { apiUrl, features } = foyer.options
  const all = features.allWallets && apiUrl !== undefined

  // Reserves space, so that loading moves nothing.
  const coming = complete ? 0 : Math.max(0, recommendedCount - entries.length)

  if (complete && entries.length === 0 && !all)
    return hasEmail(ui) ? null : (
      <EmptyState
        icon={<Icon name="wallet" />}
        title={message('connect.empty')}
        action={
          <Button onClick={() => router.push('GetWallet')}>{message('connect.getWallet')}</Button>
        }
      />
    )
  return (
    <List label={message('connect.wallets')}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <WalletRow entry={entry} onChoose={choose} onPrepare={prepare} />
        </li>
      ))}
      {Array.from({ length: coming }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all the same
        <li key={index} aria-hidden="true">
          <SkeletonRow />
        </li>
      ))}
      {all ? (
        <li>
          <Row
            image={<AllWalletsIcon />}
            title={message('connect.allWallets')}
            trailing={
              count > 0 ? <Badge>{new Intl.NumberFormat(locale).format(count)}</Badge> : undefined
            }
            chevron
            onClick={() => allow() && router.push('AllWallets')}
            onIntent={() => void views.load('AllWallets')}
          />
        </li>
      ) : null}
    </List>
  )
}

/** Four of the wallets behind the row; an icon until they are loaded. */
function AllWalletsIcon() {
  const picture = useWalletPicture()
  const wallets = useFoyerState(recommendedOf)
  return (
    <span className="all-wallets-icon" data-logos={wallets.length >= 4} aria-hidden="true">
      {wallets.length >= 4 ? (
        wallets
          .slice(0, 4)
          .map((wallet) => (
            <Logo key={wallet.id} name={wallet.name} src={picture(wallet)} size={14} eager />
          ))
      ) : (
        <Icon name="grid" />
      )}
    </span>
  )
}
