import { FoyerError } from '@foyer/protocol'
import { longestTimeoutMs } from './longestTimeoutMs.ts'

/**
 * Settles with `run`, on abort, or after the timeout, so that a wallet that never answers cannot hang the page. Does
 * not begin after an abort.
 *
 * @throws FoyerError `request-aborted`, `request-timed-out`, and what `run` throws
 */
export async function settle<value>(
  run: (signal: AbortSignal) => Promise<value>,
  {
    signal,
    timeoutMs = longestTimeoutMs,
  }: { signal?: AbortSignal | undefined; timeoutMs?: number },
): Promise<value> {
  if (signal?.aborted) throw new FoyerError('request-aborted')
  const own = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FoyerError('request-timed-out', { details: `${timeoutMs} ms` })),
      timeoutMs,
    )
    signal?.addEventListener('abort', () => reject(new FoyerError('request-aborted')), {
      once: true,
      signal: own.signal,
    })
  })
  try {
    return await Promise.race([
      run(signal ? AbortSignal.any([signal, own.signal]) : own.signal),
      ended,
    ])
  } finally {
    clearTimeout(timer)
    own.abort()
  }
}
