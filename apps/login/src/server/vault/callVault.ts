import { type CallService, createServiceCaller, HttpError } from '@foyer/server'

/** Signed calls to the vault. */
export type CallVault = CallService

/**
 * The vault's refusals, as a visitor may have them. That it refuses this server itself is none of a visitor's errors.
 *
 * @throws HttpError (each call) the vault's own code; 503 `http-failed` when it does not answer or does not know us
 */
export function createCallVault(options: Omit<createServiceCaller.Options, 'from'>): CallVault {
  const call = createServiceCaller({ from: 'A', ...options })
  return async (endpoint, body, rest) => {
    try {
      return await call(endpoint, body, rest)
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'unauthorized') throw error
      throw new HttpError(503, 'http-failed', 'The vault refuses this server', {
        cause: error,
        retryAfterMs: 5000,
      })
    }
  }
}
