import type { Account, History, HistoryState } from '@foyer/core'
import { useLanguage, useMessage } from '../../context.ts'
import { List } from '../../primitives/ListRow.tsx'
import { More } from '../account/More.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { Coverage } from './Coverage.tsx'
import { readPending } from './readPending.ts'
import { PendingRow, TransactionRow } from './TransactionRow.tsx'

/** Transactions under their year and month, newest first; the next page loads as its end comes near. */
export function ActivityList({
  account,
  history,
  state,
}: {
  account: Account
  history: History
  state: HistoryState
}) {
  const message = useMessage()
  const network = useActiveNetwork()
  const pending = readPending(account, state)
  return (
    <>
      {pending.length > 0 ? (
        <List label={message('activity.pending')}>
          {pending.map((sent) => (
            <PendingRow key={sent.hash} network={network} sent={sent} />
          ))}
        </List>
      ) : null}
      {state.years.map(({ months, year }) => (
        <section key={year} className="activity-year">
          <YearHeading year={year} />
          {months.map(({ month, transactions }) => (
            <Month key={month} year={year} month={month}>
              {transactions.map((transaction) => (
                <TransactionRow key={transaction.id} network={network} transaction={transaction} />
              ))}
            </Month>
          ))}
        </section>
      ))}
      {state.next === null ? (
        <Coverage coverage={state.coverage} />
      ) : (
        <More isLoading={state.loading === 'next'} onReached={() => void history.loadNext()} />
      )}
    </>
  )
}

function YearHeading({ year }: { year: number }) {
  const { locale } = useLanguage()
  return <h3>{nameOf(locale, { year: 'numeric' }, year, 1)}</h3>
}

function Month({
  children,
  month,
  year,
}: {
  children: React.ReactNode
  month: number
  year: number
}) {
  const { locale } = useLanguage()
  return (
    <>
      <h4>{nameOf(locale, { month: 'long' }, year, month)}</h4>
      <List label={nameOf(locale, { month: 'long', year: 'numeric' }, year, month)}>
        {children}
      </List>
    </>
  )
}

/** The groups are those of the Gregorian calendar, in every language. */
function nameOf(
  locale: string,
  format: Intl.DateTimeFormatOptions,
  year: number,
  month: number,
): string {
  return new Intl.DateTimeFormat(locale, {
    ...format,
    calendar: 'gregory',
    timeZone: 'UTC',
  }).format(Date.UTC(year, month - 1))
}
