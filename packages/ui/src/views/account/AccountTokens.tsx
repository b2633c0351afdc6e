import type { Account } from '@foyer/core'
import { useMessage } from '../../context.ts'
import { IconButton } from '../../primitives/IconButton.tsx'
import { AccountIcon } from './AccountIcon.tsx'
import { TokenList } from './TokenList.tsx'
import { useSecondsUntil } from './useSecondsUntil.ts'
import type { Tokens } from './useTokens.ts'

/** The tokens under their heading, and a button that asks for them again. @source ledger 2.4, 9.5 */
export function AccountTokens({ account, tokens }: { account: Account; tokens: Tokens }) {
  const message = useMessage()
  const pending = tokens.status === 'pending'
  const wait = useSecondsUntil(tokens.status === 'error' ? tokens.retryAt : 0)
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
          onClick={() => pending || tokens.refresh()}
        />
      </div>
      <div className="account-panel">
        <TokenList account={account} tokens={tokens} wait={wait} />
      </div>
    </section>
  )
}
