import { FoyerError } from '@foyer/protocol'
import type { OpenedWindow } from './socialWindow.ts'

/** Interval of checking whether the window is still open, ms. */
const checkMs = 400

/**
 * Waits for the window of a login to send its result.
 *
 * @returns The result's address on the login site.
 * @throws FoyerError `user-rejected` when the window is closed, `request-aborted`
 */
export function waitForResult(
  opened: OpenedWindow,
  { origin, signal }: { origin: string; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    const end = () => {
      clearInterval(timer)
      stop.abort()
    }
    const timer = setInterval(() => {
      if (!opened.isClosed()) return
      end()
      reject(new FoyerError('user-rejected', { details: 'The window was closed.' }))
    }, checkMs)
    const listen = ({ data, origin: from, source }: MessageEvent) => {
      const { k, resultUri } = Object(data) as { k?: unknown; resultUri?: unknown }
      if (from !== origin || !opened.isSource(source)) return
      if (k !== 'foyer-social' || typeof resultUri !== 'string') return
      end()
      resolve(resultUri)
    }
    window.addEventListener('message', listen, { signal: stop.signal })
    const abort = () => {
      end()
      reject(new FoyerError('request-aborted'))
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { signal: stop.signal })
  })
}
