import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type {
  RecoveryFactor,
  RecoveryKeyRecord,
  recoveryFactorList,
  recoveryFactorPut,
  recoveryFactorRemove,
} from '@foyer/protocol/custody'
import { recoveryKeyRecord } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Caller } from '../auth/accessToken.ts'
import type { User } from '../contacts/readUser.ts'
import { readAddress } from '../contacts/userLinks.ts'
import { evidence, passkeys, recoveryKeys } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import { createLink } from '../links/createLink.ts'
import type { Device } from '../passkeys/device.ts'
import type { Services } from '../services.ts'
import { passkeyApprover, readStanding, requireStanding, type Standing } from '../standing.ts'
import { requireAnswer } from './challenge.ts'
import { openRecord, sealRecord } from './recoveryRecord.ts'
import { type KeyB, newestKey, newestRecoverySet } from './walletState.ts'

/** Reads the recovery key in force; undefined if recovery is automatic. */
async function readKey(
  services: Services,
  tx: Queries,
  { wallet }: Standing,
): Promise<{ row: KeyB; record: RecoveryKeyRecord } | undefined> {
  const newest = wallet && (await newestRecoverySet(tx, wallet))
  const row = newest && newest.mode !== 'auto' ? await newestKey(tx, newest) : undefined
  return row && { row, record: await openRecord(services, row) }
}

/** Lists the factors of the user's recovery key for one of the user's devices, oldest first. */
export async function listFactors(
  services: Services,
  { userId }: BodyOf<typeof recoveryFactorList>,
  { jkt }: Device,
): Promise<ResponseOf<typeof recoveryFactorList>> {
  const { queries } = services
  const standing = await readStanding(services, queries, { jkt, userId })
  requireStanding(standing, 'known')
  const key = await readKey(services, queries, standing)
  const registered = await queries.select().from(passkeys).where(eq(passkeys.userId, userId))
  const factors = (key?.record.factors ?? []).map(({ createdAt, id, mode }) => {
    const passkey = registered.find(({ credentialId }) => credentialId === id)
    return { id, mode, createdAt, madeIn: passkey?.madeIn ?? null }
  })
  return { factors: factors.toSorted((a, b) => a.createdAt - b.createdAt) }
}

/**
 * Requires the opened recovery key, changes its factors, and mails a notice with a freeze link.
 * @throws HttpError 403 `evidence-required`, `factor-required`; 409 `change-conflict` for another key or wallet
 */
async function changeFactors(
  services: Services,
  {
    answer,
    caller,
    change,
    keyId,
    kind,
    walletId,
  }: {
    walletId: string
    keyId: string
    answer: string
    caller: Caller
    kind: 'factor-added' | 'factor-removed'
    change: (factors: readonly RecoveryFactor[], tx: Queries) => Promise<RecoveryFactor[]>
  },
): Promise<void> {
  const { audit, now, queries } = services
  const { jkt, userId } = caller
  const user = await queries.transaction(async (tx): Promise<User> => {
    const standing = await readStanding(services, tx, caller)
    requireStanding(standing, 'known')
    const key = await readKey(services, tx, standing)
    if (standing.wallet?.walletId !== walletId || key?.record.keyId !== keyId)
      return refuse('change-conflict', 'The recovery key is another one')
    await requireAnswer(tx, { userId, jkt, answer, nowMs: now() })
    const { record, row } = key
    const next = { ...record, factors: await change(record.factors, tx) }
    if (!v.is(recoveryKeyRecord, next))
      return refuse('change-conflict', 'There are too many factors: remove one')
    await tx
      .update(recoveryKeys)
      .set(await sealRecord(services, { ...row, record: next }))
      .where(eq(recoveryKeys.changeId, row.changeId))
    await audit(tx, { kind, userId, walletId, factors: next.factors.length })
    return standing.user
  })
  const email = await readAddress(services, user)
  if (email !== undefined) await createLink(services, { kind: 'freeze', mail: kind, email, userId })
}

/** Adds a factor of the recovery key, or replaces the one with its id. */
export async function putFactor(
  services: Services,
  { factor, ...opened }: BodyOf<typeof recoveryFactorPut>,
  caller: Caller,
): Promise<{ put: true }> {
  await changeFactors(services, {
    ...opened,
    caller,
    kind: 'factor-added',
    change: async (factors) => [...factors.filter(({ id }) => id !== factor.id), factor],
  })
  return { put: true }
}

/** Deletes a factor, and its passkey as evidence. @throws HttpError 409 `change-conflict` for the last one */
export async function removeFactor(
  services: Services,
  { id, ...opened }: BodyOf<typeof recoveryFactorRemove>,
  caller: Caller,
): Promise<{ removed: true }> {
  const { userId } = caller
  await changeFactors(services, {
    ...opened,
    caller,
    kind: 'factor-removed',
    async change(factors, tx) {
      const rest = factors.filter((factor) => factor.id !== id)
      if (rest.length === 0)
        return refuse('change-conflict', 'Nothing else opens this wallet: add another way first')
      await tx
        .delete(passkeys)
        .where(and(eq(passkeys.credentialId, id), eq(passkeys.userId, userId)))
      await tx.delete(evidence).where(eq(evidence.contactHmac, passkeyApprover(userId)))
      return rest
    },
  })
  return { removed: true }
}

/** Returns whether a passkey opens the user's recovery key, or is the only one and an older record does not name it. */
export async function opensRecoveryKey(
  services: Services,
  tx: Queries,
  { id, isOnly, standing }: { id: string; isOnly: boolean; standing: Standing },
): Promise<boolean> {
  const key = await readKey(services, tx, standing)
  return (
    key?.record.factors.some((factor) => factor.id === id || (isOnly && factor.id === 'passkey')) ??
    false
  )
}
