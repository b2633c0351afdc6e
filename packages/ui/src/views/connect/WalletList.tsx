import type { FoyerState } from '@foyer/core'
import { LayoutGrid, WalletMinimal } from 'lucide-react'
import { useFoyer, useLanguage, useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { List, Row } from '../../primitives/ListRow.tsx'
import { useStyles } from '../../useStyles.ts'
import { useEntries } from './useEntries.ts'
import { useLegal } from './useLegal.ts'
import css from './WalletList.css?inline'
import { WalletRow } from './WalletRow.tsx'

const countOf = (state: FoyerState) => state.directory.count

/** The first wallets to choose from, and the way to all others. */
export function WalletList() {
  useStyles(css)
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const { locale } = useLanguage()
  const entries = useEntries('connect')
  const count = useFoyer(countOf)
  const { allow } = useLegal()
  const { apiUrl, features } = foyer.options
  const all = features.allWallets && apiUrl !== undefined

  if (entries.length === 0 && !all)
    return (
      <EmptyState
        icon={<WalletMinimal />}
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
          <WalletRow entry={entry} />
        </li>
      ))}
      {all ? (
        <li>
          <Row
            image={
              <span className="all-wallets-icon" aria-hidden="true">
                <LayoutGrid />
              </span>
            }
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
