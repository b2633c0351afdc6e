import { type Account, supportsHistory } from '@foyer/core'
import { setCurrentTab } from '@foyer/core/internal'
import { useCallback, useEffect } from 'react'
import { useFoyerRead, useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Tabs } from '../../primitives/Tabs.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import css from './AccountTabs.css?inline'
import { AccountTokens, type Tokens } from './AccountTokens.tsx'

/** Places of the tabs in `currentTab`. NFTs are 1. */
const places = { tokens: 0, activity: 2 } as const
type Tab = keyof typeof places

/** Tokens and Activity, where the network has a history; else the tokens alone. @source ledger 2.4, 9.21 */
export function AccountTabs({ account, tokens }: { account: Account; tokens: Tokens }) {
  useStyles(css)
  const { foyer } = useUi()
  const message = useMessage()
  const isSupported = useFoyerRead(supportsHistory)
  const { currentTab, namespace } = account
  if (!isSupported) return <AccountTokens account={account} tokens={tokens} />
  const selected: Tab = currentTab === places.activity ? 'activity' : 'tokens'
  return (
    <div className="account-tabs">
      <Tabs<Tab>
        label={message('account.title')}
        tabs={[
          { id: 'tokens', label: message('account.tokens') },
          { id: 'activity', label: message('activity.title') },
        ]}
        selected={selected}
        onSelect={(tab) => setCurrentTab(foyer, { currentTab: places[tab], namespace })}
      >
        <ActivityPlace account={account} isShown={selected === 'activity'} />
        {selected === 'tokens' ? <AccountTokens account={account} tokens={tokens} /> : null}
      </Tabs>
    </div>
  )
}

/** Loads the code of the activity when it is first shown, and keeps what was read while another tab is shown. */
function ActivityPlace({ account, isShown }: { account: Account; isShown: boolean }) {
  const { foyer } = useUi()
  const message = useMessage()
  const {
    data: activity,
    mutate,
    status,
  } = useMutation(async () => {
    const { openActivity } = await import('../activity/openActivity.ts')
    return openActivity(foyer)
  })
  const load = useCallback(() => mutate(), [mutate])
  useEffect(() => {
    if (isShown && !activity) load()
  }, [isShown, activity, load])
  useEffect(() => () => activity?.history.show(undefined), [activity])
  if (!isShown) return null
  if (activity) return <activity.Panel account={account} history={activity.history} />
  return (
    <div className="account-panel" aria-busy={status !== 'error'}>
      {status === 'error' ? (
        <EmptyState
          role="alert"
          title={message('modal.viewFailed')}
          action={
            <Button variant="secondary" onClick={load}>
              {message('modal.retry')}
            </Button>
          }
        />
      ) : null}
    </div>
  )
}
