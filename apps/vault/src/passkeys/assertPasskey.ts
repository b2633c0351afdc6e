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
import { hasApproval, storeApproval } from '../contacts/approvals.ts'
import { passkeys } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { type Asking, passkeyApprover, readStanding } from '../standing.ts'
import type { Device } from './device.ts'
import { ceremonyMs, consumePasskeyChallenge, newPasskeyChallenge } from './passkeyChallenges.ts'
import { readPlace } from './readPlace.ts'
import { userHandle } from './userHandle.ts'

/**
 * Returns `PublicKeyCredentialRequestOptionsJSON` with a new challenge. Lists passkeys only for a known device key; for
 * others the list is empty, and the browser offers its own passkeys.
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
 * Verifies a passkey assertion and stores it as evidence for this device, for 5 min, since recovery needs it in two calls.
 * It must come from a page of the login origin, or from its frame in the page that A's token names; the browser attests
 * both origins. Ignores an unknown passkey, and a browser that does not report the embedding page (Safari).
 * @throws HttpError 403 `evidence-required` for an invalid assertion
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
  if (await hasApproval(queries, { hmacs: [contactHmac], jkt, nowMs, userId })) return
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
    await storeApproval(tx, { contactHmac, jkt, createdAt: nowMs, expiresAt })
    await audit(tx, { kind: 'passkey-used', userId })
  })
}
