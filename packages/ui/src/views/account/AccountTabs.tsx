import type { Account } from '@foyer/core'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMessage } from '../../context.ts'
import { IconButton } from '../../primitives/IconButton.tsx'
import { Tabs } from '../../primitives/Tabs.tsx'
import { TokenList } from './TokenList.tsx'
import { useSecondsUntil } from './useSecondsUntil.ts'
import type { Tokens } from './useTokens.ts'

type Tab = { readonly id: string; readonly label: string; readonly panel: ReactNode }

/** What the account holds, a tab each; a single one has a heading instead. @source ledger 2.4 */
export function AccountTabs({ account, tokens }: { account: Account; tokens: Tokens }) {
  const message = useMessage()
  const pending = tokens.status === 'pending'
  const wait = useSecondsUntil(tokens.retryAt)
  const tabs: readonly [Tab, ...Tab[]] = [
    {
      id: 'tokens',
      label: message('account.tokens'),
      panel: <TokenList account={account} tokens={tokens} wait={wait} />,
    },
  ]
  const [selected, setSelected] = useState(tabs[0].id)
  const shown = tabs.find(({ id }) => id === selected) ?? tabs[0]
  const refresh = (
    <IconButton
      className="account-refresh"
      label={message('account.refresh')}
      icon={<RotateCw />}
      disabled={wait > 0}
      aria-disabled={pending || undefined}
      aria-busy={pending}
      onClick={() => pending || tokens.refresh()}
    />
  )
  if (tabs.length === 1)
    return (
      <section className="account-section" aria-label={shown.label}>
        <div className="account-bar">
          <h2>{shown.label}</h2>
          {refresh}
        </div>
        <div className="account-panel">{shown.panel}</div>
      </section>
    )
  return (
    <Tabs label={message('account.title')} tabs={tabs} selected={shown.id} onSelect={setSelected}>
      <div className="account-bar">{refresh}</div>
      <div className="account-panel">{shown.panel}</div>
    </Tabs>
  )
}
