import type { VaultEvent } from '@foyer/protocol/vault'
import { and, eq, isNotNull } from 'drizzle-orm'
import { notifyAll } from '../account/accountEmail.ts'
import { freezeUser, unfreezeDelayMs, unfreezeKey } from '../account/freeze.ts'
import { used, users } from '../database/schema.ts'
import { approveLink, denyLink } from '../login/loginDevice.ts'
import type { Services } from '../services.ts'

/** As long as the vault keeps retrying. */
const rememberMs = 2 * 86_400_000

type Apply = (services: Services, event: VaultEvent) => Promise<void>

const nothing: Apply = async () => {}

const appliers: Record<VaultEvent['kind'], Apply> = {
  async 'device-approved'(services, { linkId }) {
    if (linkId) await approveLink(services, linkId)
  },
  async 'device-denied'(services, { linkId }) {
    if (linkId) await denyLink(services, linkId)
  },
  // The vault's own record; the address here was changed by its codes.
  'contact-changed': nothing,
  async frozen(services, { at, userId }) {
    if (userId) await freezeUser(services, userId, at)
  },
  async unfreezing(services, { linkId, userId }) {
    const { audit, log, now, queries } = services
    if (!userId || !linkId) return
    const hasBegun = await queries.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.userId, userId)).for('update')
      const frozenAt = user?.frozenAt ?? null
      const [asked] = await tx
        .delete(used)
        .where(eq(used.key, unfreezeKey({ userId, linkId, frozenAt })))
        .returning()
      if (!asked) {
        log.warn('the vault tells of the end of a freeze that was not asked for, or is over')
        return false
      }
      const begun = await tx
        .update(users)
        .set({ unfreezeAt: now() + unfreezeDelayMs })
        .where(and(eq(users.userId, userId), isNotNull(users.frozenAt)))
        .returning()
      await audit(tx, { kind: 'unfreezing', userId })
      return begun.length > 0
    })
    if (hasBegun) await notifyAll(services, userId, 'unfreezing')
  },
  // The vault mails the link that stops it to the address that it has.
  recovered: nothing,
  async 'recovered-asserted'(services, { userId }) {
    if (userId) await notifyAll(services, userId, 'asserted-recovery')
  },
  async 'breaker-opened'({ log }) {
    log.error({ alarm: 'breaker' }, 'the vault refuses recoveries: too many')
  },
}

/** Applies an event of the vault. Each is retried until it was applied completely; all are idempotent. */
export async function applyVaultEvent(
  services: Services,
  event: VaultEvent,
): Promise<Record<string, never>> {
  const { audit, queries, remember } = services
  const key = `event:${event.id}`
  const [seen] = await queries.select().from(used).where(eq(used.key, key))
  if (seen) return {}
  await appliers[event.kind](services, event)
  if (await remember(key, event.at + rememberMs))
    await audit(queries, {
      kind: 'vault-event',
      event: event.kind,
      linkId: event.linkId,
      userId: event.userId,
    })
  return {}
}
