import type { HistoryTransaction, HistoryTransfer } from '@foyer/protocol/api'

/**
 * Removes transfers of spam NFTs, and the transactions that consist of nothing else.
 *
 * @returns The other transactions in their order, and the number of those that were changed or removed.
 * @source spec 3.4
 */
export function hideSpam(transactions: readonly HistoryTransaction[]): {
  readonly transactions: readonly HistoryTransaction[]
  readonly spamCount: number
} {
  const clean = transactions.flatMap((transaction) => {
    const transfers = transaction.transfers.filter((transfer) => !isSpam(transfer))
    if (transfers.length === transaction.transfers.length) return [transaction]
    return transfers.length + transaction.approvals.length === 0
      ? []
      : [{ ...transaction, transfers }]
  })
  const untouched = new Set(clean)
  return {
    transactions: clean,
    spamCount: transactions.filter((transaction) => !untouched.has(transaction)).length,
  }
}

function isSpam({ nft_info }: HistoryTransfer): boolean {
  return nft_info?.flags.is_spam === true
}
