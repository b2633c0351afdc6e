import { FoyerError } from '../errors.ts'

/**
 * What `promise` gives, unless `signal` aborts first: the work goes on, and nobody waits for it.
 *
 * @throws FoyerError `request-aborted`, and what the work throws
 */
export function abortable<value>(
  promise: Promise<value>,
  signal: AbortSignal | undefined,
): Promise<value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(new FoyerError('request-aborted', { cause: signal.reason }))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
