import { FoyerError } from '@foyer/protocol'

/** Settles with `run`, with abort, or after the timeout: a wallet that never answers hangs nothing. */
export async function settle<value>(
  run: (signal: AbortSignal) => Promise<value>,
  { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs: number },
): Promise<value> {
  const own = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FoyerError('request-timed-out', { details: `${timeoutMs} ms` })),
      timeoutMs,
    )
    const stop = () => reject(new FoyerError('request-aborted'))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true, signal: own.signal })
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
