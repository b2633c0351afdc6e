import type { ErrorCode } from '@foyer/protocol'
import { type CustodyErrorCode, custodyErrors } from '@foyer/protocol/custody'

/** An error that is safe to show to the caller: `message` reveals nothing that the caller does not know already. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: CustodyErrorCode | ErrorCode
  /** The parameter that was wrong. */
  readonly field: string | undefined
  /** Time after which a retry makes sense, in ms. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: CustodyErrorCode | ErrorCode,
    message: string,
    options: {
      field?: string | undefined
      retryAfterMs?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = status
    this.code = code
    this.field = options.field
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Turns a schema's error about the input into a message for the caller; undefined for other errors. */
export const readInputError = (error: unknown): HttpError | undefined =>
  (error as { code?: unknown }).code === 'input-invalid'
    ? new HttpError(400, 'input-invalid', 'A field can not be read')
    : undefined

/** @throws {@link HttpError} with the status that the protocol gives this code */
export function refuse(code: CustodyErrorCode, message: string): never {
  throw new HttpError(custodyErrors[code][0], code, message)
}
