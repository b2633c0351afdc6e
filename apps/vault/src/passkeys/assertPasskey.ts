import {
  type BodyOf,
  decodeBase64Url,
  encodeBase64Url,
  type PasskeyAssertion,
  type passkeyChallenge,
  passkeySalt,
} from '@foyer/protocol'
import { refuse } from '@foyer/server'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../auth/accessToken.ts'
import { hasApproval } from '../contacts/approvals.ts'
import { evidence, passkeys } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { ceremonyMs, newPasskeyChallenge, takePasskeyChallenge } from './passkeyChallenges.ts'
import { readPlace } from './readPlace.ts'
import type { Device } from './requireDeviceOf.ts'
import { userHandle } from './userHandle.ts'

/** `PublicKeyCredentialRequestOptionsJSON`; who has no passkey gets the same without names of any. */
export async function answerPasskeyChallenge(
  services: Services,
  { userId }: BodyOf<typeof passkeyChallenge>,
  { jkt }: Device,
): Promise<{ options: Record<string, unknown> }> {
  const known = await services.queries.select().from(passkeys).where(eq(passkeys.userId, userId))
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

/** Stands where the HMAC of a contact does, which has no colon. */
const approver = (userId: string) => `passkey:${userId}`

/**
 * Evidence that the holder of a registered passkey is at this device: in a page of the login origin itself, or in its
 * frame right below the page that A's token names. The browser writes both origins. It is good for this device for five
 * minutes, since recovery asks for it at two calls.
 *
 * @returns `unplaced` where the browser does not write what is above the frame (Safari): that is no evidence, and none
 *   against
 * @throws HttpError 403 `evidence-required`
 * @source WebAuthn Level 3 sections 7.2 and 5.8.1
 */
export async function requirePasskey(
  services: Services,
  { assertion, caller }: { assertion: PasskeyAssertion; caller: Caller },
): Promise<'accepted' | 'unplaced'> {
  const { audit, log, loginOrigin, now, passkeyDomain, queries } = services
  const { jkt, userId } = caller
  const nowMs = now()
  const contactHmac = approver(userId)
  if (await hasApproval(queries, { hmacs: [contactHmac], jkt, nowMs })) return 'accepted'
  const refused = (reason: string): never => {
    log.info({ reason }, 'a passkey is refused')
    return refuse('evidence-required', 'This passkey is no evidence here')
  }
  const [kept] = await queries
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, assertion.id), eq(passkeys.userId, userId)))
  if (kept === undefined) return refused('not of this user')
  const { userHandle: handle } = assertion.response
  if (handle !== undefined && handle !== userHandle(userId)) return refused('user handle')
  const { isFramed, topOrigin } = readPlace(assertion.response.clientDataJSON)
  if (isFramed && topOrigin === undefined) return 'unplaced'
  if (isFramed && topOrigin !== caller.origin) return refused('top origin')
  const verified = await verifyAuthenticationResponse({
    response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) =>
      takePasskeyChallenge(services, challenge, { purpose: 'get', jkt, userId }),
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
    await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: nowMs })
      .where(eq(passkeys.credentialId, kept.credentialId))
    await tx
      .insert(evidence)
      .values({ contactHmac, jkt, expiresAt })
      .onConflictDoUpdate({ target: [evidence.contactHmac, evidence.jkt], set: { expiresAt } })
    await audit(tx, { kind: 'passkey-used', userId })
  })
  return 'accepted'
}
