import type { SessionListener } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import { readSession } from '../session/wire.ts'
import { toSession } from './toSession.ts'

/** Reports changes of one namespace of a session to a listener. @returns A stop function. */
export function watchSession(
  client: Client,
  {
    listener,
    namespace,
    topic,
  }: { namespace: Namespace; topic: string; listener: SessionListener },
): () => void {
  const read = () => {
    const record = readSession(client.wire, topic)
    return record?.used.includes(namespace) ? toSession(client, record, namespace) : undefined
  }
  let known = read()
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const look = () => {
    const now = read()
    const before = known
    known = now
    if (!now) {
      if (!before) return
      // Only the end of the session disconnects all its namespaces.
      if (readSession(client.wire, topic)) listener.onAccounts([])
      else listener.onDisconnect()
      return
    }
    if (!same(now.scope, before?.scope) && now.scope) listener.onScope(now.scope)
    if (!same(now.accounts, before?.accounts)) listener.onAccounts(now.accounts)
    if (now.chainId !== before?.chainId) listener.onChain(now.chainId)
  }
  // It ended between its approval and now.
  let stopped = false
  if (!known) queueMicrotask(() => stopped || listener.onDisconnect())
  const stop = client.listen((event) => {
    // Events of other tabs are missed while the page sleeps.
    if (event.kind === 'woke' || (event.kind === 'session' && event.topic === topic)) look()
  })
  return () => {
    stopped = true
    stop()
  }
}
