import type { Account, History } from '@foyer/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useMessage, useModalState, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { IconButton } from '../../primitives/IconButton.tsx'
import { useStyles } from '../../useStyles.ts'
import { AccountIcon } from '../account/AccountIcon.tsx'
import sectionCss from '../account/AccountTokens.css?inline'
import { Loading } from '../account/AccountTokens.tsx'
import { ReadFailed } from '../account/ReadFailed.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { ActivityList } from './ActivityList.tsx'
import css from './ActivityPanel.css?inline'
import { Coverage } from './Coverage.tsx'
import { readPending } from './readPending.ts'

/** Transactions of the account on its network: a separate chunk, loaded with the first click on its tab. @source spec 1.8, 2.4 */
export function ActivityPanel({ account, history }: { account: Account; history: History }) {
  useStyles(sectionCss)
  useStyles(css)
  const { modal } = useUi()
  const message = useMessage()
  const network = useActiveNetwork()
  const state = useSyncExternalStore(history.store.subscribe, history.store.get)
  const open = useModalState(({ open }) => open) || modal.options.embedded === true
  const { address, chainId } = account
  useEffect(() => {
    history.show(address && chainId ? { address, chainId } : undefined)
  }, [history, address, chainId])
  // Also when the modal opens again, and when the tab does.
  useEffect(() => {
    if (open) void history.refresh()
  }, [history, open])

  const { empty, error, loading, spamCount, transactions } = state
  const isPending = readPending(account, state).length > 0
  return (
    <section className="account-section" aria-label={message('activity.title')}>
      <div className="account-bar">
        <h2>{message('activity.title')}</h2>
        <IconButton
          className="account-refresh"
          label={message('activity.refresh')}
          icon={<AccountIcon name="refresh" />}
          aria-busy={loading !== undefined}
          onClick={() => void history.refresh()}
        />
      </div>
      <div className="account-panel activity">
        {error ? (
          <ReadFailed
            error={error}
            isLoading={loading !== undefined}
            onRetry={history.refresh}
            unavailable={message('activity.unavailable')}
            unsupported={message('activity.unsupported', { network: network?.name ?? '' })}
          />
        ) : empty && !isPending ? (
          <Empty state={state} />
        ) : transactions.length > 0 || isPending || typeof state.next === 'string' ? (
          <ActivityList account={account} history={history} state={state} />
        ) : (
          <Loading />
        )}
        {spamCount > 0 && !error ? (
          <Button
            variant="quiet"
            aria-pressed={state.showsSpam}
            onClick={() => history.showSpam(!state.showsSpam)}
          >
            {message(state.showsSpam ? 'activity.hideSpam' : 'activity.showSpam', {
              count: spamCount,
            })}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function Empty({ state }: { state: ReturnType<History['store']['get']> }) {
  const message = useMessage()
  const network = useActiveNetwork()
  return (
    <>
      <EmptyState
        role="status"
        title={message('activity.empty', { network: network?.name ?? '' })}
      />
      <Coverage coverage={state.coverage} />
    </>
  )
}
