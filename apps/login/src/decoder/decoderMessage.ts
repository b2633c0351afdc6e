import type { ApprovalInput, Description } from '@foyer/decode'
import { type ErrorCode, FoyerError } from '@foyer/protocol'
import { failureOf } from '../worker/keyWorkerMessage.ts'

/** A failure as it crosses to another thread, with the words of a node: whether it reverted is read from them. */
export type DecoderFailure = {
  code: ErrorCode
  details: string | undefined
  node?: { code?: unknown; message?: unknown } | undefined
}

/** Page → decoder. Both are from one build: the values are typed, not validated again. */
export type ToDecoder =
  | { type: 'describe'; input: ApprovalInput; now: number }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; failure: DecoderFailure }

/** Decoder → page. */
export type FromDecoder =
  | { type: 'ask'; id: number; method: string; params: unknown }
  | { type: 'described'; description: Description }
  | { type: 'failed'; failure: DecoderFailure }

export function toFailure(error: unknown): DecoderFailure {
  const { cause } = error instanceof FoyerError ? error : { cause: undefined }
  if (typeof cause !== 'object' || cause === null) return failureOf(error)
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return { ...failureOf(error), node: { code, message } }
}

export function fromFailure({ code, details, node }: DecoderFailure): FoyerError {
  return new FoyerError(code, { cause: node, details })
}
