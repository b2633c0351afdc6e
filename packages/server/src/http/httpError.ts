import { type CustodyErrorCode, custodyErrors, type ErrorCode } from '@foyer/protocol'

/** Why a call is refused, as its caller may know it: `message` holds nothing that the caller does not have. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: CustodyErrorCode | ErrorCode
  /** The parameter at fault. */
  readonly field: string | undefined
  /** When trying again makes sense, in ms. */
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

/** What a text that a schema could not read says to its caller; undefined for other errors. */
export const readInputError = (error: unknown): HttpError | undefined =>
  (error as { code?: unknown }).code === 'input-invalid'
    ? new HttpError(400, 'input-invalid', 'A field can not be read')
    : undefined

/** @throws {@link HttpError} with the status that the protocol gives this code */
export function refuse(code: CustodyErrorCode, message: string): never {
  throw new HttpError(custodyErrors[code][0], code, message)
}
