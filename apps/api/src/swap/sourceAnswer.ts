import { type ConvertErrorCode, convertErrors } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'

/** Rejects when a source is too slow. */
export async function within<value>(timeoutMs: number, work: Promise<value>): Promise<value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new HttpError(504, 'request-timed-out', 'The source did not answer in time')),
      timeoutMs,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Rejects with 502 when a source did not answer, or with something else than its documents say. */
export const answerOf = <value>(work: Promise<value>): Promise<value> =>
  work.catch((cause: unknown) => {
    if (cause instanceof HttpError) throw cause
    throw new HttpError(502, 'http-failed', 'The source did not answer', { cause })
  })

/** Returns the error of a failed source as clients receive it, without the source's own text. */
export function nameFailure(error: unknown): { code: string; message: string } {
  if (!(error instanceof HttpError))
    return { code: 'http-failed', message: 'The source did not answer' }
  const { code } = error
  return {
    code,
    message: code in convertErrors ? convertErrors[code as ConvertErrorCode][1] : error.message,
  }
}
