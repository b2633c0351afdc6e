import type { Account } from '@foyer/core'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Icon } from '../../primitives/Icon.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { walletOf } from '../../walletOf.ts'

/** Number of logos side by side; a count replaces the others. */
const shownCount = 3

/** The active wallet and the connected ones, opening the list of wallets. */
export function WalletSwitch({ account: { namespace } }: { account: Account }) {
  const { router, views } = useUi()
  const message = useMessage()
  const connections = useFoyerState((state) => state.connections)
  // A wallet with several namespaces has one image.
  const wallets = new Map<string, ReturnType<typeof walletOf>>()
  for (const one of [connections[namespace], ...Object.values(connections)])
    if (one?.status === 'connected') wallets.set(walletOf(one).name, walletOf(one))
  const [first] = wallets.keys()
  const shown = wallets.size > shownCount ? shownCount - 1 : shownCount
  const prefetch = () => void views.load('Connections')
  return (
    <button
      type="button"
      className="account-wallets"
      aria-label={message('connections.open', { wallet: first ?? '' })}
      title={first}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => router.push('Connections')}
    >
      {[...wallets.values()].slice(0, shown).map((wallet) => (
        <Logo key={wallet.name} name={wallet.name} src={wallet.imageUrl} size={24} eager />
      ))}
      {wallets.size > shown ? (
        <span className="account-more" dir="ltr" aria-hidden="true">
          +{wallets.size - shown}
        </span>
      ) : null}
      <Icon name="next" className="row-chevron" />
    </button>
  )
}
