import { type CallService, createServiceCaller, HttpError } from '@foyer/server'

/** Signed calls to the vault. */
export type CallVault = CallService

/**
 * Turns the vault's refusals into ones that a user may see. A refusal of this server itself is not shown as the user's
 * error.
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
