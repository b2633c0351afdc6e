import type { RawCall } from './rawCall.ts'

/** A namespace's way of submitting signed transactions. */
export type Submission = {
  readonly method: string
  /** The id by which the chain will know the transaction; undefined when the parameters contain none. */
  idOf(params: string | undefined): string | undefined
  /** The call that checks whether the chain has it. */
  lookUp(id: string): RawCall
  /** Tells whether the result of `lookUp`, as text, means that the chain has the transaction. */
  isFound(result: string): boolean
  /** Tells whether an error means that the chain has it already. */
  isRepeat(error: string): boolean
}
