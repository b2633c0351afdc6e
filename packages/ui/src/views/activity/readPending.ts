import type { Account, HistoryState, SentTransaction } from '@foyer/core'

/** Sent transactions that the history does not list yet, newest first. One that may be on a later page is none. */
export function readPending(
  { chainId, transactions }: Pick<Account, 'chainId' | 'transactions'>,
  history: Pick<HistoryState, 'next' | 'transactions'>,
): readonly SentTransaction[] {
  const listed = new Set(history.transactions.map(({ metadata }) => metadata.hash))
  const last = history.transactions.at(-1)
  const since = history.next === null || !last ? 0 : Date.parse(last.metadata.minedAt)
  return transactions.filter(
    (sent) =>
      sent.chainId === chainId &&
      sent.status !== 'reverted' &&
      sent.sentAt >= since &&
      !listed.has(sent.hash),
  )
}
