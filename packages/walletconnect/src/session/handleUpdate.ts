import { type sessionParams, sessionTtlS } from '@foyer/protocol/session'
import type * as v from 'valibot'
import type { Outcome } from './outcome.ts'
import { checkNamespaces } from './readApproval.ts'
import type { SessionRecord } from './records.ts'
import { readTopic, type Wire, writeSession } from './wire.ts'

/** True if a message is newer than the last of its kind. Ids are ms since 1970 plus three random digits. */
export function isNewer({ newest }: SessionRecord, kind: string, id: number): boolean {
  return Math.floor(id / 1000) >= Math.floor((newest[kind] ?? 0) / 1000)
}

/** Applies changed accounts, networks or methods. */
export function handleUpdate(
  wire: Wire,
  session: SessionRecord,
  id: number,
  { namespaces }: v.InferOutput<typeof sessionParams.wc_sessionUpdate>,
): Outcome {
  if (!isNewer(session, 'update', id)) return 'invalidUpdate'
  const wrong = checkNamespaces(namespaces)
  if (wrong) return wrong
  writeSession(wire, { ...session, namespaces, newest: { ...session.newest, update: id } })
  return true
}

/** Applies a later expiry, at most a week from now. */
export function handleExtension(
  wire: Wire,
  session: SessionRecord,
  id: number,
  { expiry }: v.InferOutput<typeof sessionParams.wc_sessionExtend>,
): Outcome {
  if (!isNewer(session, 'extend', id)) return 'invalidExtend'
  const most = wire.browser.now() + sessionTtlS.session * 1000
  const expiresAt = expiry === undefined ? most : Math.min(expiry * 1000, most)
  if (expiresAt < session.expiresAt - 60_000) return 'invalidExtend'
  const record = readTopic(wire, session.topic)
  wire.store.write(`topic.${session.topic}`, record && { ...record, expiresAt })
  writeSession(wire, { ...session, expiresAt, newest: { ...session.newest, extend: id } })
  return true
}
