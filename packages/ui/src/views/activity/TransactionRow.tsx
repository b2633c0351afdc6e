import type { Network, SentTransaction } from '@foyer/core'
import type { HistoryTransaction } from '@foyer/protocol/api'
import type { ReactNode } from 'react'
import { useLanguage, useMessage } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { ActivityIcon, type ActivityIconName, iconOf } from './ActivityIcon.tsx'
import { type Party, readAmounts, readParty, type ShownAmount } from './describeTransaction.ts'
import { TransactionAmounts } from './TransactionAmounts.tsx'

/** One transaction: what happened, with whom, what moved, and when. Leads to the network's explorer if it has one. */
export function TransactionRow({
  network,
  transaction,
}: {
  network: Network | undefined
  transaction: HistoryTransaction
}) {
  const message = useMessage()
  const { hash, minedAt, operationType, status } = transaction.metadata
  const amounts = readAmounts(transaction)
  const party = readParty(transaction)
  return (
    <ListRow
      href={explorerUrl(network, hash)}
      image={<Picture amounts={amounts} icon={iconOf(transaction)} />}
      title={message(`activity.${operationType}`)}
      subtitle={party && <PartyName party={party} />}
      trailing={
        <Trailing at={Date.parse(minedAt)}>
          {status === 'failed' ? (
            <Badge tone="danger">{message('activity.failed')}</Badge>
          ) : (
            <TransactionAmounts amounts={amounts} />
          )}
        </Trailing>
      }
    />
  )
}

/** A sent transaction that is not listed yet. */
export function PendingRow({
  network,
  sent: { hash, sentAt },
}: {
  network: Network | undefined
  sent: SentTransaction
}) {
  const message = useMessage()
  return (
    <ListRow
      href={explorerUrl(network, hash)}
      image={<Picture amounts={[]} icon="wait" />}
      title={message('activity.pending')}
      subtitle={<bdi title={hash}>{shortenAddress(hash)}</bdi>}
      trailing={<Trailing at={sentAt} />}
    />
  )
}

/** The first token with its direction at the corner, or the direction alone. */
function Picture({ amounts, icon }: { amounts: readonly ShownAmount[]; icon: ActivityIconName }) {
  const token = amounts.find(({ sign }) => sign === '+') ?? amounts[0]
  const mark = (
    <span className="activity-icon" data-alone={!token} aria-hidden="true">
      <ActivityIcon name={icon} />
    </span>
  )
  return token ? <Logo name={token.name} src={token.iconUrl} round badge={mark} /> : mark
}

function PartyName({ party: { address, key } }: { party: Party }) {
  const message = useMessage()
  const name = <bdi title={address}>{shortenAddress(address)}</bdi>
  if (!key) return name
  const [before, after] = message(key).split('{address}')
  return (
    <>
      {before}
      {name}
      {after}
    </>
  )
}

/** @param at - ms since 1970; NaN if it is not known. */
function Trailing({ at, children }: { at: number; children?: ReactNode }) {
  const { locale } = useLanguage()
  const format = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  return (
    <span className="activity-end">
      {children}
      {Number.isNaN(at) ? null : (
        <time dateTime={new Date(at).toISOString()}>
          {new Intl.DateTimeFormat(locale, format).format(at)}
        </time>
      )}
    </span>
  )
}

/** Explorers of test networks select the network in the query. */
function explorerUrl(network: Network | undefined, hash: string): string | undefined {
  return network?.blockExplorers?.default.url.replace(
    /\/*(\?.*)?$/,
    (_, query = '') => `/tx/${encodeURIComponent(hash)}${query}`,
  )
}
