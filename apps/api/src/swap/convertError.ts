import { type ConvertErrorCode, convertErrors } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'

/** Creates an error with the status and message that the protocol defines for its code. */
export function convertError(
  code: ConvertErrorCode,
  options?: { field?: string; cause?: unknown },
): HttpError {
  const [status, message] = convertErrors[code]
  return new HttpError(status, code, message, options)
}
