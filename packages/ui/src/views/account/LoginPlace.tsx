import type { Account } from '@foyer/core'
import { useEffect, useState } from 'react'
import { useUi } from '../../context.ts'
import type { AccountLogin } from './AccountLogin.tsx'

/** Place of a login's account details, whose code other accounts do not load. @source ledger 2.13 */
export function LoginPlace({ account }: { account: Account }) {
  const { foyer } = useUi()
  const [code, setCode] = useState<{ readonly Section: typeof AccountLogin }>()
  const isLogin = account.connectedWalletInfo?.type === 'AUTH'
  useEffect(() => {
    if (isLogin)
      import('./AccountLogin.tsx').then(
        (m) => setCode({ Section: m.AccountLogin }),
        (error) => foyer.log('error', 'AccountLogin', error),
      )
  }, [foyer, isLogin])
  return isLogin ? (
    <div className="account-login">{code && <code.Section account={account} />}</div>
  ) : null
}
