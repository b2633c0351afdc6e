import { type Account, type Foyer, supportsHistory, supportsNfts } from '@foyer/core'
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
import type { OpenTab } from './openTab.ts'

/** Places of the tabs in `currentTab`. */
const places = { tokens: 0, nfts: 1, activity: 2 } as const
type Tab = keyof typeof places

const openNfts = async (foyer: Foyer) => (await import('../nfts/openNfts.ts')).openNfts(foyer)
const openActivity = async (foyer: Foyer) =>
  (await import('../activity/openActivity.ts')).openActivity(foyer)

/** Tokens, NFTs and Activity, where an api reads the network. @source spec 2.4, 9.21 */
export function AccountTabs({ account, tokens }: { account: Account; tokens: Tokens }) {
  useStyles(css)
  const { foyer } = useUi()
  const message = useMessage()
  const hasActivity = useFoyerRead(supportsHistory)
  const hasNfts = useFoyerRead(supportsNfts)
  const { currentTab, namespace } = account
  const tabs: { id: Tab; label: string }[] = [{ id: 'tokens', label: message('account.tokens') }]
  if (hasNfts) tabs.push({ id: 'nfts', label: message('nfts.title') })
  if (hasActivity) tabs.push({ id: 'activity', label: message('activity.title') })
  const selected = tabs.find(({ id }) => places[id] === currentTab)?.id ?? 'tokens'
  return (
    <div className="account-tabs">
      <Tabs<Tab>
        label={message('account.title')}
        tabs={tabs}
        selected={selected}
        onSelect={(tab) => setCurrentTab(foyer, { currentTab: places[tab], namespace })}
      >
        <TabPlace account={account} isShown={selected === 'nfts'} open={openNfts} />
        <TabPlace account={account} isShown={selected === 'activity'} open={openActivity} />
        {selected === 'tokens' ? <AccountTokens account={account} tokens={tokens} /> : null}
      </Tabs>
    </div>
  )
}

/** Loads the code of a tab when it is first shown. */
function TabPlace({
  account,
  isShown,
  open,
}: {
  account: Account
  isShown: boolean
  open: (foyer: Foyer) => Promise<OpenTab>
}) {
  const { foyer } = useUi()
  const message = useMessage()
  const { data: tab, mutate, status } = useMutation(() => open(foyer))
  const load = useCallback(() => mutate(), [mutate])
  useEffect(() => {
    if (isShown && !tab) load()
  }, [isShown, tab, load])
  useEffect(() => tab?.close, [tab])
  if (!isShown) return null
  if (tab) return tab.render(account)
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
