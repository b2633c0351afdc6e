import type { TokenFacts } from '../tokenFacts.ts'
import type { SourcePart } from './pageParts.ts'

/** A hosted service that knows the transactions of accounts on one chain. */
export type HistorySource = {
  readonly name: string
  /** Kinds that it does not tell, for `coverage.unseen`. */
  readonly unseen: readonly string[]
  /**
   * Lists an account's past up to a block, newest first, as several lists of which each may end early.
   *
   * @param account - address in lower case
   * @throws {@link HttpError} 502 or 503 `transactions-failed` when the service fails, or refuses so many calls
   */
  readLists(account: string, lastBlock: number | undefined): Promise<SourceLists>
}

export type SourceLists = {
  readonly lists: readonly { readonly parts: readonly SourcePart[]; readonly isWhole: boolean }[]
  /** Names and decimals of the tokens, by contract in lower case. */
  readonly facts: ReadonlyMap<string, TokenFacts>
}
