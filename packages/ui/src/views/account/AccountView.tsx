import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { useStyles } from '../../useStyles.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import { AccountHead } from './AccountHead.tsx'
import { AccountPart } from './AccountPart.tsx'
import type { Tokens } from './AccountTokens.tsx'
import css from './AccountView.css?inline'
import { NetworkRow } from './NetworkRow.tsx'
import { useAccountTokens } from './useAccountTokens.ts'
import { useActiveAccount } from './useActiveAccount.ts'

const loadFeatures = () => import('./AccountFeatures.tsx').then((m) => m.AccountFeatures)
const loadLogin = () => import('./AccountLogin.tsx').then((m) => m.AccountLogin)
const loadPermissions = () => import('./AccountPermissions.tsx').then((m) => m.AccountPermissions)

/** The connected account: name, balance, features, network and tokens. @source spec 2.4 */
export function AccountView() {
  useStyles(css)
  const { foyer } = useUi()
  const account = useActiveAccount()
  const tokens = useAccountTokens()
  const { Section } = tokens
  // It closes with the connection; until then it renders nothing.
  if (account.address === undefined) return null
  return (
    <div className="account">
      <AccountHead account={account} address={account.address} />
      <AccountBalance account={account} tokens={tokens} />
      {account.unsupportedNetwork ? null : (
        <AccountPart account={account} className="account-features" load={loadFeatures} />
      )}
      <NetworkRow account={account} />
      {account.connectedWalletInfo?.type === 'AUTH' ? (
        <AccountPart account={account} className="account-login" load={loadLogin} />
      ) : foyer.options.features.smartSessions ? (
        <AccountPart account={account} className="account-permissions" load={loadPermissions} />
      ) : null}
      {account.unsupportedNetwork ? null : Section ? (
        <Section account={account} tokens={tokens} />
      ) : (
        <Coming tokens={tokens} />
      )}
      <AccountActions account={account} />
    </div>
  )
}

/** Placeholder for the tokens while their code loads. */
function Coming({ tokens: { refresh, status } }: { tokens: Tokens }) {
  const message = useMessage()
  return (
    <div className="account-coming">
      {status === 'error' ? (
        <EmptyState
          role="alert"
          title={message('modal.viewFailed')}
          action={
            <Button variant="secondary" onClick={refresh}>
              {message('modal.retry')}
            </Button>
          }
        />
      ) : null}
    </div>
  )
}
