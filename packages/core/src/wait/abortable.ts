import { FoyerError } from '@foyer/protocol'

/**
 * What `promise` gives, unless `signal` aborts first.
 *
 * @throws FoyerError `request-aborted`
 */
export function abortable<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new FoyerError('request-aborted', { cause: signal.reason }))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
