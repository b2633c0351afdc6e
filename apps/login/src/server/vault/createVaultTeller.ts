import { vaultEndSessions, vaultForgetDevice } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { devices, sessions } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { tellContacts } from './tellContacts.ts'
import type { VaultTeller } from './vaultTeller.ts'

/** `kms` opens the contacts of logins that were removed; `mailer` says that one of them is back. */
type Needs = Pick<
  Services,
  'audit' | 'callVault' | 'kms' | 'log' | 'loginOrigin' | 'mailer' | 'now' | 'queries'
>

const longestWaitMs = 60_000
/** Age after which an ended session is no longer reported, in ms: its access tokens have expired. */
const sessionTokensMs = 900_000
/** Maximum of rows in one call to the vault. */
const maxBatch = 100

/** Tells at once, and again and again while the vault is away. */
export function createVaultTeller({
  pollMs = 1000,
  ...needs
}: Needs & {
  /** Interval of looking for unsent rows, in ms. @default 1000 */
  pollMs?: number
}): VaultTeller {
  const { log, now } = needs
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isClosed = false
  let failures = 0
  let nextAt = 0
  const round = async () => {
    try {
      await tellVault(needs)
      failures = 0
    } catch (error) {
      nextAt = now() + Math.min(longestWaitMs, 500 * 2 ** failures)
      failures++
      if (error instanceof HttpError)
        log.warn({ error, failures }, 'the vault does not hear what was ended')
      else log.error({ error }, 'what was ended could not be read')
    }
  }
  const tell = (): Promise<void> => {
    if (isClosed) return Promise.resolve()
    // A running round has read its rows already: another one follows.
    isAskedAgain = true
    running ??= (async () => {
      while (isAskedAgain && !isClosed) {
        isAskedAgain = false
        await round()
      }
    })().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => {
    if (now() >= nextAt) void tell()
  }, pollMs)
  timer.unref()
  return {
    tell,
    async close() {
      clearInterval(timer)
      isClosed = true
      await running
    },
  }
}

/** Tells once. @throws HttpError when the vault can not be reached */
export async function tellVault(needs: Needs): Promise<void> {
  await tellDevices(needs)
  await tellSessions(needs)
  await tellContacts(needs)
}

async function tellDevices({ callVault, now, queries }: Needs): Promise<void> {
  const untold = await queries
    .select()
    .from(devices)
    .where(and(isNotNull(devices.revokedAt), isNull(devices.vaultToldAt)))
    .orderBy(asc(devices.revokedAt))
    .limit(maxBatch)
  for (const { deviceId, jkt, revokedAt, userId } of untold) {
    await callVault(vaultForgetDevice, { userId, jkt, at: revokedAt! })
    await queries
      .update(devices)
      .set({ vaultToldAt: now() })
      .where(and(eq(devices.deviceId, deviceId), isNotNull(devices.revokedAt)))
  }
}

async function tellSessions({ callVault, now, queries }: Needs): Promise<void> {
  const untold = await queries
    .select({ sid: sessions.sid, userId: sessions.userId })
    .from(sessions)
    .where(and(isNull(sessions.vaultToldAt), gt(sessions.revokedAt, now() - sessionTokensMs)))
    .orderBy(asc(sessions.revokedAt))
    .limit(maxBatch)
  const byUser = new Map<string, string[]>()
  for (const { sid, userId } of untold) byUser.set(userId, [...(byUser.get(userId) ?? []), sid])
  for (const [userId, sids] of byUser) {
    await callVault(vaultEndSessions, { userId, sids })
    await queries.update(sessions).set({ vaultToldAt: now() }).where(inArray(sessions.sid, sids))
  }
}
