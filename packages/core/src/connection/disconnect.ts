import { FoyerError, type Namespace, toFoyerError } from '@foyer/protocol'
import type { Connected } from '../account/account.ts'
import { readOwner } from '../account/readOwner.ts'
import type { Foyer } from '../foyer.ts'
import { settle } from '../wait/settle.ts'
import { dispatch } from './machine/dispatch.ts'
import { notifyOtherTabs } from './notifyOtherTabs.ts'

/** Time for a wallet to disconnect, ms. The page is disconnected at once. */
const disconnectMs = 3_000

/**
 * Disconnects one namespace, or all of them. The page and other tabs disconnect at once, without waiting for the
 * wallet.
 *
 * @param parameters.namespace - @default all
 * @throws FoyerError `disconnect-failed` when a wallet rejected
 * @source spec 4.4, 8.8
 */
export async function disconnect(
  foyer: Foyer,
  { namespace }: { namespace?: Namespace | undefined } = {},
): Promise<void> {
  const state = foyer.store.get()
  const known = (Object.keys(state.connections) as Namespace[]).filter(
    (one) => state.connections[one]?.status !== 'disconnected',
  )
  const namespaces = namespace
    ? [namespace]
    : [...new Set([...known, ...state.attempts.map((attempt) => attempt.namespace)])]
  const owners = namespaces.flatMap((one) => {
    const owner = readOwner(state, one)
    return owner ? [{ namespace: one, owner }] : []
  })
  dispatch(foyer, { type: 'disconnected', namespaces, stored: true })
  notifyOtherTabs(foyer, { event: 'disconnected', namespaces })
  const ends = await Promise.allSettled(owners.map((one) => disconnectWallet(foyer, one)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw new FoyerError('disconnect-failed', { cause: failed.reason })
}

/** Disconnects in the wallet. Emitted as a request, but not listed in `requests`, since it has no prompt. */
async function disconnectWallet(
  { events, running }: Foyer,
  { namespace, owner }: { namespace: Namespace; owner: Connected },
): Promise<void> {
  running.requestCount += 1
  const request = { id: running.requestCount, namespace, kind: 'disconnect' } as const
  events.emit('request:start', request)
  running.leaving ??= new Map()
  const { leaving } = running
  const disconnected = settle(() => owner.connector.disconnect({ namespace }), {
    timeoutMs: disconnectMs,
  })
  const settled = disconnected.catch(() => {})
  leaving.set(namespace, settled)
  let error: FoyerError | undefined
  try {
    await disconnected
  } catch (thrown) {
    error = toFoyerError(thrown)
    throw error
  } finally {
    if (leaving.get(namespace) === settled) leaving.delete(namespace)
    events.emit('request:end', { ...request, error })
  }
}
