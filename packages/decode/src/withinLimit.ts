import { FoyerError } from '@foyer/protocol'

/** Time for a chain to simulate a request, in ms. @source security 3.4 */
const limitMs = 5_000

/**
 * Waits for work up to the time limit.
 * @returns What it gave, or `undefined` when it took too long or failed.
 * @throws {@link FoyerError} `request-aborted` at once when the signal is, whatever the work does
 */
export function withinLimit<value>(
  work: Promise<value>,
  signal: AbortSignal | undefined,
): Promise<{ status: 'done'; value: value } | { status: 'failed' | 'timed-out' }> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(new FoyerError('request-aborted'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve({ status: 'timed-out' })
    }, limitMs)
    const settle = (outcome: { status: 'done'; value: value } | { status: 'failed' }) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(outcome)
    }
    work.then(
      (value) => settle({ status: 'done', value }),
      () => settle({ status: 'failed' }),
    )
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}
