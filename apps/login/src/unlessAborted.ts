import { FoyerError } from '@foyer/protocol'

/** Waits no longer than somebody waits for it. @throws FoyerError `request-aborted`, and what the work throws */
export function unlessAborted<value>(
  work: Promise<value>,
  signal: AbortSignal | undefined,
): Promise<value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new FoyerError('request-aborted'))
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave)
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
  })
}
