import type { BodyOf } from '@foyer/protocol'
import {
  decodeBase64Url,
  encodeBase64Url,
  type PasskeyAssertion,
  type passkeyChallenge,
  passkeySalt,
} from '@foyer/protocol/custody'
import { HttpError, refuse } from '@foyer/server'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { hasApproval } from '../contacts/approvals.ts'
import { evidence, passkeys } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { type Asking, passkeyApprover, readStanding } from '../standing.ts'
import type { Device } from './device.ts'
import { ceremonyMs, consumePasskeyChallenge, newPasskeyChallenge } from './passkeyChallenges.ts'
import { readPlace } from './readPlace.ts'
import { userHandle } from './userHandle.ts'

/**
 * `PublicKeyCredentialRequestOptionsJSON`. Lists passkeys only to a key that the vault knows; any other key gets an
 * answer that looks the same and lists none, so that its browser offers its own.
 */
export async function answerPasskeyChallenge(
  services: Services,
  { userId }: BodyOf<typeof passkeyChallenge>,
  { jkt }: Device,
): Promise<{ options: Record<string, unknown> }> {
  const known = await namedPasskeys(services, { userId, jkt })
  const first = encodeBase64Url(await passkeySalt(userId))
  return {
    options: {
      challenge: newPasskeyChallenge(services, { purpose: 'get', jkt, userId }),
      rpId: services.passkeyDomain,
      allowCredentials: known.map(({ credentialId: id, transports }) => ({
        type: 'public-key',
        id,
        ...(transports !== '' && { transports: transports.split(',') }),
      })),
      userVerification: 'required',
      timeout: ceremonyMs,
      extensions: { prf: { eval: { first } } },
    },
  }
}

async function namedPasskeys(services: Services, asking: Asking) {
  const { queries } = services
  const standing = await readStanding(services, queries, asking).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  if (standing === undefined || (standing.evidence === undefined && !standing.isDevice)) return []
  return queries.select().from(passkeys).where(eq(passkeys.userId, asking.userId))
}

/**
 * Remembers that the holder of a registered passkey is at this device: in a page of the login origin itself, or in its
 * frame directly below the page that A's token names. The browser writes both origins. Counts as evidence for this
 * device for five minutes, since recovery asks for it in two calls. An unknown passkey, or a browser that does not
 * report the page above the frame (Safari), is ignored.
 * @throws HttpError 403 `evidence-required` for a passkey that is not right
 * @source WebAuthn Level 3 sections 7.2 and 5.8.1
 */
export async function assertPasskey(
  services: Services,
  {
    assertion,
    caller,
  }: { assertion: PasskeyAssertion; caller: Asking & { origin?: string | undefined } },
): Promise<void> {
  const { audit, log, loginOrigin, now, passkeyDomain, queries } = services
  const { jkt, userId } = caller
  const nowMs = now()
  const contactHmac = passkeyApprover(userId)
  if (await hasApproval(queries, { hmacs: [contactHmac], jkt, nowMs })) return
  const refused = (reason: string): never => {
    log.info({ reason }, 'a passkey is refused')
    return refuse('evidence-required', 'This passkey is no evidence here')
  }
  const [kept] = await queries
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, assertion.id), eq(passkeys.userId, userId)))
  if (kept === undefined) return
  const { userHandle: handle } = assertion.response
  if (handle !== undefined && handle !== userHandle(userId)) return refused('user handle')
  const { isFramed, topOrigin } = readPlace(assertion.response.clientDataJSON)
  if (isFramed && topOrigin === undefined) return
  if (isFramed && topOrigin !== caller.origin) return refused('top origin')
  const verified = await verifyAuthenticationResponse({
    response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) =>
      consumePasskeyChallenge(services, challenge, { purpose: 'get', jkt, userId }),
    expectedOrigin: loginOrigin,
    ...(topOrigin !== undefined && { expectedTopOrigin: topOrigin }),
    expectedRPID: passkeyDomain,
    requireUserVerification: true,
    credential: {
      id: kept.credentialId,
      publicKey: decodeBase64Url(kept.publicKey),
      counter: kept.counter,
    },
  }).catch((error: unknown) => refused(error instanceof Error ? error.message : 'unreadable'))
  if (!verified.verified) return refused('signature')
  const { newCounter: counter } = verified.authenticationInfo
  const expiresAt = nowMs + ceremonyMs
  await queries.transaction(async (tx) => {
    await readStanding(services, tx, caller)
    const [used] = await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: nowMs })
      .where(eq(passkeys.credentialId, kept.credentialId))
      .returning()
    if (used === undefined) return refused('removed in the meantime')
    await tx
      .insert(evidence)
      .values({ contactHmac, jkt, expiresAt })
      .onConflictDoUpdate({ target: [evidence.contactHmac, evidence.jkt], set: { expiresAt } })
    await audit(tx, { kind: 'passkey-used', userId })
  })
}
