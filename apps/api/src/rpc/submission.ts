import type { RawCall } from './rawCall.ts'

/** A namespace's way of submitting signed transactions. */
export type Submission = {
  readonly method: string
  /** The id by which the chain will know the transaction; undefined when the parameters contain none. */
  idOf(params: string | undefined): string | undefined
  /** The call that checks whether the chain has it. */
  lookUp(id: string): RawCall
  /** Returns whether the result of `lookUp` (JSON text) means that the chain has the transaction. */
  isFound(result: string): boolean
  /** Returns whether an error means that the chain has the transaction already. */
  isRepeat(error: string): boolean
}
