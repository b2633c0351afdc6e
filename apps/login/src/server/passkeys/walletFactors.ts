import type { BodyOf } from '@foyer/protocol'
import type { passkeyWalletAdd, passkeyWalletRemove } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import { lockUser } from '../account/readAccount.ts'
import type { Caller } from '../auth/caller.ts'
import { walletFactors } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { readFactors } from './readFactors.ts'

/** Adds a factor, or replaces the code. */
export async function addFactor(
  { audit, limits, now, queries }: Services,
  { factor }: BodyOf<typeof passkeyWalletAdd>,
  session: Session,
  { client }: Caller,
): Promise<{ added: true }> {
  const { userId } = session
  requireStepUp(session, now())
  await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    const factors = await readFactors(tx, userId)
    if (!factors || factor.envelope === null)
      return refuse('change-conflict', 'This account takes no such factor')
    if (factor.mode === 'code')
      await tx
        .delete(walletFactors)
        .where(and(eq(walletFactors.userId, userId), eq(walletFactors.mode, 'code')))
    else if (factors.length >= limits.passkeysOfUser)
      return refuse('change-conflict', 'There are too many passkeys: remove one')
    const added = await tx
      .insert(walletFactors)
      .values({ ...factor, userId, madeIn: client.browser, createdAt: now() })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) refuse('change-conflict', 'This passkey opens a wallet already')
    await audit(tx, { kind: 'factor-added', userId, mode: factor.mode })
  })
  return { added: true }
}

/** Deletes a factor other than the wallet's source. */
export async function removeFactor(
  { audit, now, queries }: Services,
  { id }: BodyOf<typeof passkeyWalletRemove>,
  session: Session,
): Promise<{ removed: true }> {
  const { userId } = session
  requireStepUp(session, now())
  await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    const factors = (await readFactors(tx, userId)) ?? []
    const factor = factors.find((one) => one.id === id)
    if (!factor) return
    if (factor.isSource)
      return refuse(
        'change-conflict',
        'This passkey always opens the wallet: delete it where it is kept',
      )
    if (factors.length === 1) return refuse('change-conflict', 'Nothing else opens this wallet')
    await tx
      .delete(walletFactors)
      .where(and(eq(walletFactors.id, id), eq(walletFactors.userId, userId)))
    await audit(tx, { kind: 'factor-removed', userId, mode: factor.mode })
  })
  return { removed: true }
}
