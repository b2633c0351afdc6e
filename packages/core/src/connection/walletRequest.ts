import { type FoyerError, type Namespace, toFoyerError } from '@foyer/protocol'
import type { WalletRequest } from '../events/events.ts'
import type { Foyer } from '../foyer.ts'
import { settle } from '../wait/settle.ts'

/**
 * Runs a wallet request: listed in `requests` and emitted as `request:start` and `request:end`; ended by the wallet, by
 * abort or by the timeout.
 *
 * @throws FoyerError the wallet's own error, by its number; `request-timed-out`, `request-aborted`
 */
export async function walletRequest<value>(
  foyer: Foyer,
  {
    kind,
    namespace,
    run,
    signal,
    timeoutMs = foyer.options.walletTimeoutMs,
  }: {
    kind: WalletRequest['kind']
    namespace: Namespace
    run: (signal: AbortSignal) => Promise<value>
    signal?: AbortSignal | undefined
    timeoutMs?: number
  },
): Promise<value> {
  const { events, store } = foyer
  foyer.running.requestCount += 1
  const asked: WalletRequest = { id: foyer.running.requestCount, namespace, kind }
  store.set((state) => ({ ...state, requests: [...state.requests, asked] }))
  events.emit('request:start', asked)
  let error: FoyerError | undefined
  try {
    return await settle(run, { signal, timeoutMs })
  } catch (thrown) {
    error = toFoyerError(thrown)
    throw error
  } finally {
    store.set((state) => ({
      ...state,
      requests: state.requests.filter((request) => request !== asked),
    }))
    events.emit('request:end', { ...asked, error })
  }
}
