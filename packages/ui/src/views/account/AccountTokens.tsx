import type { Account } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import { useMessage } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { IconButton } from '../../primitives/IconButton.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useSecondsUntil } from '../../primitives/useSecondsUntil.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { AccountIcon } from './AccountIcon.tsx'
import css from './AccountTokens.css?inline'
import type { Loaded } from './loadAccount.ts'
import { TokenList } from './TokenList.tsx'

/** Tokens on the current network, and their loading state. */
export type Tokens = ({ readonly status: 'pending' } | Loaded) & {
  /** On the current network; empty until loaded. */
  readonly tokens: readonly TokenBalance[]
  /** Renders them, once its code has loaded. */
  readonly Section: typeof AccountTokens | undefined
  /** Loads again, bypassing the cache. */
  readonly refresh: () => void
}

/**
 * The tokens under their heading, with a refresh button: a separate chunk, loaded together with the balances.
 *
 * @source spec 2.4, 9.5
 */
export function AccountTokens({ account, tokens }: { account: Account; tokens: Tokens }) {
  useStyles(css)
  const message = useMessage()
  const { refresh } = tokens
  const pending = tokens.status === 'pending'
  const failed = tokens.status === 'error'
  const wait = useSecondsUntil(failed ? tokens.retryAt : 0)
  const listed = useListed(account, tokens)
  return (
    <section className="account-section" aria-label={message('account.tokens')}>
      <div className="account-bar">
        <h2>{message('account.tokens')}</h2>
        <IconButton
          className="account-refresh"
          label={message('account.refresh')}
          icon={<AccountIcon name="refresh" />}
          disabled={wait > 0}
          aria-disabled={pending || undefined}
          aria-busy={pending}
          onClick={() => pending || refresh()}
        />
      </div>
      <div className="account-panel">
        {listed.length > 0 || !(pending || failed) ? (
          <TokenList tokens={listed} failed={failed} />
        ) : failed ? (
          <Failed wait={wait} onRetry={refresh} />
        ) : (
          <Loading />
        )}
      </div>
    </section>
  )
}

/** Tokens with a balance, the network's own coin first. */
function useListed(account: Account, { tokens }: Tokens): readonly TokenBalance[] {
  const network = useActiveNetwork()
  const held = tokens.filter(({ quantity }) => /[1-9]/.test(quantity.numeric))
  const { balance, chainId } = account
  if (!network || !chainId || !balance || held.some(({ address }) => address === undefined))
    return held
  const { decimals, name, symbol } = network.nativeCurrency
  const quantity = { decimals: String(decimals), numeric: formatUnits(balance, decimals) }
  return [{ name, symbol, chainId, quantity }, ...held]
}

/** Placeholder for a list of the account. */
export function Loading() {
  const message = useMessage()
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        {message('modal.loading')}
      </p>
      {['1', '2', '3'].map((key) => (
        <div key={key} className="account-skeleton" aria-hidden="true">
          <Skeleton shape="circle" />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}

function Failed({ onRetry, wait }: { onRetry: () => void; wait: number }) {
  const message = useMessage()
  return (
    <EmptyState
      role="alert"
      title={message('account.unavailable')}
      text={message(navigator.onLine ? 'account.unavailableText' : 'modal.offline')}
      action={
        <Button variant="secondary" disabled={wait > 0} onClick={onRetry}>
          {wait > 0 ? message('account.retryIn', { seconds: wait }) : message('modal.retry')}
        </Button>
      }
    />
  )
}
