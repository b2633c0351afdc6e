import type { Account } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { useLanguage, useMessage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatFiat } from '../../format/formatFiat.ts'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import type { Tokens } from './AccountTokens.tsx'

/** The native balance and its value, if a price is known. Its space is reserved. */
export function AccountBalance({ account, tokens }: { account: Account; tokens: Tokens }) {
  const { foyer } = useUi()
  const { locale } = useLanguage()
  const message = useMessage()
  const network = useActiveNetwork()
  if (!network || !foyer.adapters[account.namespace]?.getBalance) return null
  const { balance, balanceLoading, balanceSymbol } = account
  const { decimals, symbol } = network.nativeCurrency
  const exact = balance === undefined ? undefined : formatUnits(balance, decimals)
  const price = tokens.tokens.find(({ address }) => address === undefined)?.price
  return (
    <div className="account-balance" aria-busy={balanceLoading && exact === undefined}>
      {exact !== undefined ? (
        <p className="account-amount" title={`${exact} ${balanceSymbol ?? symbol}`}>
          <bdi>{formatAmount(exact, locale)}</bdi> <span>{balanceSymbol ?? symbol}</span>
        </p>
      ) : balanceLoading ? (
        <Skeleton shape="title" width="m" />
      ) : (
        <p className="account-amount" data-unknown="">
          <span aria-hidden="true">—</span>
          <span className="unseen">{message('account.balanceUnknown')}</span>
        </p>
      )}
      {foyer.options.apiUrl === undefined && price === undefined ? null : (
        <p className="account-fiat">
          {exact !== undefined && price !== undefined ? (
            <bdi dir="ltr">{formatFiat(price * Number(exact), locale)}</bdi>
          ) : null}
        </p>
      )}
    </div>
  )
}
