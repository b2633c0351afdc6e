import type { Account } from '@foyer/core'
import type { TokenBalance } from '@foyer/protocol'
import { useEffect, useRef, useState } from 'react'
import { useFoyer, useMessage, useUi } from '../../context.ts'
import { formatUnits } from '../../format/formatUnits.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { List } from '../../primitives/ListRow.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { TokenRow } from './TokenRow.tsx'
import type { Tokens } from './useTokens.ts'

/** How many are shown before one asks for all. */
const firstCount = 8

/** The tokens of the account on its network. */
export function TokenList({
  account,
  tokens,
  wait,
}: {
  account: Account
  tokens: Tokens
  /** Seconds until a failed load may be tried again. */
  wait: number
}) {
  const { notices } = useUi()
  const message = useMessage()
  const listed = useListed(account, tokens)
  const [all, setAll] = useState(false)
  const failed = tokens.status === 'error'
  const kept = failed && listed.length > 0

  // What was known stays: the failure is a word above it.
  const told = useRef(false)
  useEffect(() => {
    if (kept && !told.current) notices.show({ tone: 'error', text: message('account.unavailable') })
    told.current = kept
  }, [kept, message, notices])

  if (listed.length === 0)
    return tokens.status === 'pending' ? (
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
    ) : failed ? (
      <Failed wait={wait} onRetry={tokens.refresh} />
    ) : (
      <Empty />
    )
  const shown = all ? listed : listed.slice(0, firstCount)
  return (
    <div className="account-tokens">
      <List label={message('account.tokens')}>
        {shown.map((token) => (
          <TokenRow key={token.address ?? token.chainId} token={token} />
        ))}
      </List>
      {listed.length > firstCount ? (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {message(all ? 'account.fewer' : 'account.all', { count: listed.length })}
        </Button>
      ) : null}
    </div>
  )
}

/** What there is some of, the network's own coin first. */
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

function Empty() {
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const network = useActiveNetwork()
  const count = useFoyer((state) => state.networks.length)
  return (
    <EmptyState
      title={message('account.empty', { network: network?.name ?? '' })}
      action={
        foyer.options.enableNetworkSwitch && count > 1 ? (
          <Button
            variant="secondary"
            onPointerEnter={() => void views.load('Networks')}
            onClick={() => router.push('Networks')}
          >
            {message('networks.title')}
          </Button>
        ) : undefined
      }
    />
  )
}
