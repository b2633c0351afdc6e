import { FoyerError } from '../errors.ts'

/**
 * Settles like `promise`, unless `signal` aborts first. The work itself is not stopped.
 *
 * @throws FoyerError `request-aborted`, and the rejection of `promise`
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
