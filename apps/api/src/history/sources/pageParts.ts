import type { ChainTransaction, ChainTransfer } from '../../indexer/chainBlock.ts'
import type { HistoryRow } from '../readPage.ts'

/** A transaction, or one transfer of it, in a list of a hosted source. */
export type SourcePart = {
  /** Of a part that can be in several lists. */
  readonly id?: string | undefined
  readonly block: number
  /** Ms since 1970. */
  readonly minedAt: number
  readonly hash: string
  /** Undefined for a transfer of a transaction that the account did not send. */
  readonly transaction?: Omit<ChainTransaction, 'fee' | 'hash' | 'transfers'> | undefined
  readonly transfers: readonly ChainTransfer[]
}

const pageSize = 50

/**
 * Puts lists together to a page of whole blocks, newest first.
 *
 * @returns The page, and the block at which the next one begins; undefined after the last. Both undefined when one block
 *   has more transfers than a list holds.
 */
export function pageParts(
  lists: readonly { readonly parts: readonly SourcePart[]; readonly isWhole: boolean }[],
  {
    account,
    chainId,
    lastBlock = Number.POSITIVE_INFINITY,
  }: { account: string; chainId: string; lastBlock?: number | undefined },
): { rows: HistoryRow[]; next: number | undefined } | undefined {
  // Below the end of the shortest list, others go on alone.
  const floor = Math.max(
    -1,
    ...lists.filter(({ isWhole }) => !isWhole).map(({ parts }) => parts.at(-1)?.block ?? -1),
  )
  const ids = new Set<string>()
  const parts = lists
    .flatMap((list) => list.parts.filter(({ block }) => block > floor))
    .filter(({ id }) => id === undefined || (!ids.has(id) && ids.add(id)))
  if (parts.length === 0 && floor >= 0) return undefined
  const byHash = new Map<string, SourcePart[]>()
  for (const part of parts) byHash.set(part.hash, [...(byHash.get(part.hash) ?? []), part])
  const all = [...byHash.values()]
    .map((own) => toRow(chainId, own))
    .map((row) => ({ ...row, own: row.own.filter(isOf(account)) }))
    .filter(
      ({ block, own, receiver, sender }) =>
        block <= lastBlock && (own.length > 0 || [receiver, sender].includes(account)),
    )
    .sort((a, b) => b.block - a.block || b.place - a.place)
  const end = all[pageSize - 1]?.block
  const rows = end === undefined ? all : all.filter(({ block }) => block >= end)
  const isCut = rows.length < all.length
  return { rows, next: isCut ? end! - 1 : floor < 0 ? undefined : floor }
}

/** Whatever a source lists, only the account's own transfers are shown. */
const isOf = (account: string) => (transfer: ChainTransfer) =>
  transfer.sender === account || transfer.receiver === account

/** Joins the parts of one transaction. */
function toRow(chainId: string, parts: readonly SourcePart[]): HistoryRow {
  const [{ block, hash, minedAt }] = parts as [SourcePart]
  const transaction = parts.find((part) => part.transaction !== undefined)?.transaction
  const transfers = new Map(
    parts.flatMap((part, list) =>
      part.transfers.map((transfer, at) => {
        // The same NFT moves once, though two lists can have it.
        const key = transfer.kind === 'nft' ? '' : `${list} ${at}`
        const { asset, receiver, sender } = transfer
        return [[asset, sender, receiver, key].join(' '), transfer] as const
      }),
    ),
  )
  const own = [...transfers.values()]
  const [first] = own
  return {
    ...{ chainId, block, hash, minedAt },
    // A list of transfers does not tell who sent the transaction.
    sender: first?.sender ?? '',
    receiver: first?.asset.split(/[:/]/)[1] ?? first?.receiver ?? '',
    ...{ place: 0, nonce: -1, isConfirmed: true, intent: 'call', fee: null },
    ...transaction,
    own: own.map((transfer, part) => ({
      ...{ chainId, block, part, place: transaction?.place ?? 0 },
      ...transfer,
    })),
  }
}
