import type { SocialFailure } from '@foyer/protocol/login'
import { type SocialProfile, socialNonce } from '@foyer/protocol/social'
import { vaultLoginChallenge } from '@foyer/protocol/vault'
import { HttpError, sha256 } from '@foyer/server'
import { and, eq, gt, ne, type SQL } from 'drizzle-orm'
import type { Caller, Client } from '../auth/caller.ts'
import type { Queries } from '../database/database.ts'
import { socialTxns } from '../database/schema.ts'
import { networkHmac } from '../hashes.ts'
import { openEmail, randomText, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'

export type SocialTxn = typeof socialTxns.$inferSelect

/** Time for the login at the provider, and then for the redemption of its result, in ms. @source security 2.10 */
export const socialLifeMs = 600_000
export const resultLifeMs = 120_000

export type SocialOutcome =
  | { readonly failed: SocialFailure }
  | { readonly profile: SocialProfile; readonly idToken?: string | undefined }

/** Secrets of the transaction: sealed in the database, and deleted with it. */
export type SocialSecrets = {
  /** This server's part of the nonce, and the vault's. */
  readonly txn: string
  readonly challenge: string
  readonly nonce: string
  readonly state?: string
  /** The channel of a Farcaster login at its relay. */
  readonly channel?: string
  readonly verifier?: string
  /** The parameters of a callback that came as a form. */
  readonly form?: string
  readonly outcome?: SocialOutcome
}

const owner = (txnId: string) => `social:${txnId}`

/**
 * Begins a login of a device at a provider; ends an earlier one.
 * @param begun.isSigned - the provider signs the nonce, so that the vault's challenge is part of it
 */
export async function createSocialTxn(
  services: Services,
  {
    caller: { client, jkt },
    isSigned,
    ...facts
  }: Pick<SocialTxn, 'provider' | 'projectId' | 'origin' | 'returnTo'> &
    Partial<Pick<SocialTxn, 'purpose' | 'userId'>> & {
      caller: Caller
      isSigned: boolean
    },
): Promise<{ txnId: string; nonce: string }> {
  const { callVault, now, queries } = services
  const { provider } = facts
  const [txnId, txn] = [crypto.randomUUID(), randomText(32)]
  const { challenge } = isSigned
    ? await callVault(vaultLoginChallenge, { jkt, provider })
    : { challenge: 'none' }
  const nonce = await socialNonce({ jkt, txn, challenge })
  const nowMs = now()
  const fresh = {
    ...{ txnId, jkt, step: 'new' as const, ...facts },
    ...{ browser: client.browser, browserHash: browserHash(services, client) },
    ...(await sealSecrets(services, txnId, { txn, challenge, nonce })),
    ...{ createdAt: nowMs, expiresAt: nowMs + socialLifeMs },
  }
  await queries.transaction(async (tx) => {
    // One at a time: another window of this device can not bring the result of an earlier login.
    await tx.delete(socialTxns).where(and(eq(socialTxns.jkt, jkt), ne(socialTxns.step, 'done')))
    await tx.insert(socialTxns).values(fresh)
  })
  return { txnId, nonce }
}

/** Encrypts the secrets of a transaction, bound to it. */
export async function sealSecrets(
  { kms }: Pick<Services, 'kms'>,
  txnId: string,
  secrets: SocialSecrets,
): Promise<{ kid: string; blob: string }> {
  const { emailBlob, emailKid } = await sealEmail(kms, owner(txnId), JSON.stringify(secrets))
  return { kid: emailKid, blob: emailBlob }
}

export const openSecrets = async (
  { kms }: Pick<Services, 'kms'>,
  { blob, kid, txnId }: SocialTxn,
): Promise<SocialSecrets> =>
  JSON.parse(await openEmail(kms, owner(txnId), { emailKid: kid, emailBlob: blob }))

/** A browser, by its network and its name: enough to notice that a link went to somebody else. */
export const browserHash = ({ hmacKey }: Pick<Services, 'hmacKey'>, client: Client) =>
  networkHmac({ hmacKey }, `${client.network}\u001f${client.userAgent}`)

/** A transaction in one step, not expired. */
export const openTxn = (step: SocialTxn['step'], nowMs: number, ...which: SQL[]) =>
  and(eq(socialTxns.step, step), gt(socialTxns.expiresAt, nowMs), ...which)

/** Moves a transaction to its next step, once. @throws HttpError 404 when it is in another one, expired, or somebody else's */
export async function takeStep(
  queries: Queries,
  which: SQL | undefined,
  next: Partial<SocialTxn>,
): Promise<SocialTxn> {
  const [moved] = await queries.update(socialTxns).set(next).where(which).returning()
  if (moved) return moved
  throw new HttpError(404, 'resource-not-found', 'There is nothing to go on with: begin again')
}

/** Stores how the login ended, and returns the one-time result by which the device that began it reads that. */
export async function putResult(
  services: Pick<Services, 'kms' | 'now' | 'queries'>,
  txn: SocialTxn,
  { outcome, result, secrets }: { outcome: SocialOutcome; result: string; secrets: SocialSecrets },
): Promise<void> {
  const { challenge, nonce, txn: own } = secrets
  await services.queries
    .update(socialTxns)
    .set({
      ...(await sealSecrets(services, txn.txnId, { challenge, nonce, txn: own, outcome })),
      step: 'result',
      resultHash: sha256(result),
      expiresAt: services.now() + resultLifeMs,
    })
    .where(eq(socialTxns.txnId, txn.txnId))
}
