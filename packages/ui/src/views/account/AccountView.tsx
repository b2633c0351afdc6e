import { useStyles } from '../../useStyles.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import { AccountHead } from './AccountHead.tsx'
import { AccountTokens } from './AccountTokens.tsx'
import css from './AccountView.css?inline'
import { NetworkRow } from './NetworkRow.tsx'
import { useActiveAccount } from './useActiveAccount.ts'
import { useTokens } from './useTokens.ts'

/** The connected account: who, how much, where, and what else it holds. @source ledger 2.4 */
export function AccountView() {
  useStyles(css)
  const account = useActiveAccount()
  const tokens = useTokens()
  // It closes with the connection; until it has, there is nothing to say.
  if (account.address === undefined) return null
  return (
    <div className="account">
      <AccountHead account={account} address={account.address} />
      <AccountBalance account={account} tokens={tokens} />
      <NetworkRow account={account} />
      {account.unsupportedNetwork ? null : <AccountTokens account={account} tokens={tokens} />}
      <AccountActions account={account} />
    </div>
  )
}
