import { FoyerError } from '@foyer/protocol'
import { sessionMethods } from '@foyer/protocol/session'
import type { Requests } from './createRequests.ts'
import { readSession, type Wire } from './wire.ts'

const { ttlS } = sessionMethods.wc_sessionDelete.request
/** Time between two pings of a silent wallet, ms. */
const againMs = 3_600_000

/**
 * Pings a wallet that was silent for longer than the relay stores messages: its disconnect may be lost. A wallet that
 * disconnected and a phone that is off look the same, so the session is kept as in doubt. Any message of the wallet ends
 * the doubt; an unanswered request ends the session.
 *
 * @source walletconnect.md advice B2
 */
export async function checkSession(
  { ping, wire, endSession }: Pick<Requests, 'ping' | 'endSession'> & { wire: Wire },
  topic: string,
): Promise<void> {
  const { browser, store } = wire
  const session = readSession(wire, topic)
  const now = browser.now()
  if (!session) return
  const { doubtedAt = 0, heardAt = 0, settledAt } = session
  if (now - Math.max(heardAt, settledAt) < ttlS * 1000 || now - doubtedAt < againMs) return
  store.write(`session.${topic}`, { ...session, doubtedAt: now })
  try {
    await ping(topic, ttlS)
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'not-connected') await endSession(topic)
  }
}

/** The wallet sent something: the session is no longer in doubt. */
export function noteLife({ browser, store }: Wire, topic: string): void {
  const session = readSession({ store }, topic)
  const now = browser.now()
  if (!session || (session.doubtedAt === undefined && now - (session.heardAt ?? 0) < 60_000)) return
  store.write(`session.${topic}`, { ...session, heardAt: now, doubtedAt: undefined })
}
