import type { HistoryTransaction } from '@foyer/protocol/api'

/** The part of a history that was read. */
export type KnownPages = {
  /** Newest first, each once. */
  readonly transactions: readonly HistoryTransaction[]
  /** Cursor of the next page; null after the last, undefined before the first. */
  readonly next: string | null | undefined
}

type Page = { readonly data: readonly HistoryTransaction[]; readonly next: string | null }

/** Adds the page after the last one. */
export function appendPage(known: KnownPages, { data, next }: Page): KnownPages {
  return { transactions: withoutDoubles([...known.transactions, ...data]), next }
}

/**
 * Replaces the beginning by a newly read first page. Later pages stay if the new one ends in what is known: otherwise
 * there may be a gap between them, and only the new page counts.
 */
export function renewPages(known: KnownPages, { data, next }: Page): KnownPages {
  const lastId = data.at(-1)?.id
  const place = known.transactions.findIndex(({ id }) => id === lastId)
  const later = place === -1 || next === null ? [] : known.transactions.slice(place + 1)
  return later.length === 0
    ? { transactions: withoutDoubles(data), next }
    : { transactions: withoutDoubles([...data, ...later]), next: known.next }
}

function withoutDoubles(
  transactions: readonly HistoryTransaction[],
): readonly HistoryTransaction[] {
  const ids = new Set<string>()
  return transactions.filter(({ id }) => !ids.has(id) && ids.add(id))
}
