import type { TokenBalance } from '@foyer/protocol/api'
import { useEffect, useRef, useState } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { List } from '../../primitives/ListRow.tsx'
import { useStyles } from '../../useStyles.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import css from './TokenList.css?inline'
import { TokenRow } from './TokenRow.tsx'

/** Number of tokens shown before "all". */
const firstCount = 8

/** The tokens of the account on its network. */
export function TokenList({
  failed,
  tokens,
}: {
  /** A refresh failed. */
  failed: boolean
  tokens: readonly TokenBalance[]
}) {
  useStyles(css)
  const { notices } = useUi()
  const message = useMessage()
  const [all, setAll] = useState(false)

  // Keeps the data, with a notice of the failure above it.
  const wasFailed = useRef(false)
  useEffect(() => {
    if (failed && !wasFailed.current)
      notices.show({ tone: 'error', text: message('account.unavailable') })
    wasFailed.current = failed
  }, [failed, message, notices])

  if (tokens.length === 0) return <Empty />
  const shown = all ? tokens : tokens.slice(0, firstCount)
  return (
    <div className="account-tokens">
      <List label={message('account.tokens')}>
        {shown.map((token) => (
          <TokenRow key={token.address ?? token.chainId} token={token} />
        ))}
      </List>
      {tokens.length > firstCount ? (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {message(all ? 'account.fewer' : 'account.all', { count: tokens.length })}
        </Button>
      ) : null}
    </div>
  )
}

function Empty() {
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const network = useActiveNetwork()
  const count = useFoyerState((state) => state.networks.length)
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
