import { FoyerError } from '@foyer/protocol'

/** Time limit of loading and simulating on the chain, in ms. @source security 3.4 */
const limitMs = 5_000

/**
 * Waits for work, for at most 5 s.
 * @returns How it ended: its value, a failure, or a timeout.
 * @throws {@link FoyerError} `request-aborted` at once when the signal aborts
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
