import type { FoyerError } from '@foyer/protocol'

/** Calls that were sent, all or in part. */
export type SentCalls = {
  /** For `getCallsStatus`, also after a reload. */
  readonly id: string
  /** `together`: the wallet was asked once; `apart`: for each call, since it knows no batches. */
  readonly way: 'together' | 'apart'
  /** Why calls were left out, and the first of them: it was not sent, or it failed. Only with `apart`. */
  readonly stopped?: { readonly index: number; readonly error: FoyerError } | undefined
}

/** The progress of calls that are sent one by one. */
export type CallsProgress = {
  /** Of the current call, from 0. */
  readonly index: number
  readonly count: number
  /** `asking`: waits for the user; `mining`: waits for the block, since the next call may depend on this one. */
  readonly status: 'asking' | 'mining'
  /** Ids of the transactions sent so far. */
  readonly hashes: readonly string[]
}
