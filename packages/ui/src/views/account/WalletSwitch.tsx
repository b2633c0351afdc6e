import type { Account } from '@foyer/core'
import { useMessage, useUi } from '../../context.ts'
import { Icon } from '../../primitives/Icon.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useConnections } from '../connections/useConnections.ts'

/** How many logos stand side by side; a number stands for the others. */
const shownCount = 3

/** The wallet in sight, those behind it, and the way to all of them. */
export function WalletSwitch({ account: { namespace } }: { account: Account }) {
  const { router, views } = useUi()
  const message = useMessage()
  const connections = useConnections()
  const first = connections.find((one) => one.namespace === namespace)
  if (!first) return null
  const { name } = first.connection.connector
  const ordered = [first, ...connections.filter((one) => one !== first)]
  // A wallet of several chain families is one picture.
  const wallets = [
    ...new Map(
      ordered.map(({ connection: { connector } }) => [connector.name, connector]),
    ).values(),
  ]
  const shown = wallets.length > shownCount ? shownCount - 1 : shownCount
  const prefetch = () => void views.load('Connections')
  return (
    <button
      type="button"
      className="account-wallets"
      aria-label={message('connections.open', { wallet: name })}
      title={name}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => router.push('Connections')}
    >
      {wallets.slice(0, shown).map((wallet) => (
        <Logo key={wallet.name} name={wallet.name} src={wallet.imageUrl} size={24} eager />
      ))}
      {wallets.length > shown ? (
        <span className="account-more" aria-hidden="true">
          +{wallets.length - shown}
        </span>
      ) : null}
      <Icon name="next" className="row-chevron" />
    </button>
  )
}
