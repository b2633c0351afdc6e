import type { ApprovalInput, Description } from '@foyer/decode'
import { type ErrorCode, FoyerError } from '@foyer/protocol'
import { failureOf } from '../worker/keyWorkerMessage.ts'

/** An error in a form that can be posted to another thread. `node` is a node's own error, which shows a revert. */
export type DecoderFailure = {
  code: ErrorCode
  details: string | undefined
  node?: { code?: unknown; message?: unknown } | undefined
}

/** Page → decoder. Not validated, since both ends are from one build. */
export type ToDecoder =
  | { type: 'describe'; input: ApprovalInput; now: number }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; failure: DecoderFailure }

/** Decoder → page. */
export type FromDecoder =
  | { type: 'ask'; id: number; method: string; params: unknown }
  | { type: 'described'; description: Description }
  | { type: 'failed'; failure: DecoderFailure }

/** Converts an error for `postMessage`. */
export function toFailure(error: unknown): DecoderFailure {
  const { cause } = error instanceof FoyerError ? error : { cause: undefined }
  if (typeof cause !== 'object' || cause === null) return failureOf(error)
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return { ...failureOf(error), node: { code, message } }
}

/** Restores the error on the other side, with the node's error as its cause. */
export function fromFailure({ code, details, node }: DecoderFailure): FoyerError {
  return new FoyerError(code, { cause: node, details })
}
