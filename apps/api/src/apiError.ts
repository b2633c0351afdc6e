import type { ErrorCode } from '@foyer/protocol'

/** Statuses a call may fail with. @source http.md "Common" */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 502 | 503

/** A call that failed in a way its caller may know. Everything else becomes a 500 without words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ErrorStatus
  readonly code: ErrorCode
  /** The parameter at fault. */
  readonly field: string | undefined
  /** When trying again makes sense. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: ErrorStatus,
    code: ErrorCode,
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
