import type { ErrorCode } from '@foyer/protocol'
import type { ConvertErrorCode } from '@foyer/protocol/api'
import { type CustodyErrorCode, custodyErrors } from '@foyer/protocol/custody'

/** An error to answer with. It is sent to the caller, so `message` must not reveal anything internal. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: ConvertErrorCode | CustodyErrorCode | ErrorCode
  /** Name of the invalid parameter. */
  readonly field: string | undefined
  /** Time until a retry may succeed, in ms; sent as `Retry-After`. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: ConvertErrorCode | CustodyErrorCode | ErrorCode,
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

/** Converts a schema's error about the input to a 400; undefined for other errors. */
export const readInputError = (error: unknown): HttpError | undefined =>
  (error as { code?: unknown }).code === 'input-invalid'
    ? new HttpError(400, 'input-invalid', 'A field can not be read')
    : undefined

/** Throws an error with the status that the protocol defines for its code. @throws {@link HttpError} */
export function refuse(code: CustodyErrorCode, message: string): never {
  throw new HttpError(custodyErrors[code][0], code, message)
}
