import type { BodyOf } from '@foyer/protocol'
import {
  encodeBase64Url,
  type passkeyOptions,
  type passkeyRegister,
  passkeySalt,
} from '@foyer/protocol/custody'
import { HttpError, refuse } from '@foyer/server'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { checkOffered } from '../checkOffered.ts'
import { readAddress } from '../contacts/userLinks.ts'
import { passkeys } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import { createLink } from '../links/createLink.ts'
import type { Services } from '../services.ts'
import { readStanding, requireStanding } from '../standing.ts'
import type { Device } from './device.ts'
import { ceremonyMs, consumePasskeyChallenge, newPasskeyChallenge } from './passkeyChallenges.ts'
import { readPlace } from './readPlace.ts'
import { userHandle } from './userHandle.ts'

/** EdDSA, ES256, RS256. @source https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const algorithms = [-8, -7, -257]

const ofUser = (queries: Queries, userId: string) =>
  queries.select().from(passkeys).where(eq(passkeys.userId, userId))

/**
 * `PublicKeyCredentialCreationOptionsJSON`: a passkey with user verification and PRF.
 * @throws {@link HttpError} 403 `evidence-required` for a device without evidence: a stolen one could register a passkey
 *   that survives its revocation
 */
export async function answerPasskeyOptions(
  services: Services,
  { evidence, userId }: BodyOf<typeof passkeyOptions>,
  { jkt }: Device,
): Promise<{ options: Record<string, unknown> }> {
  const { queries } = services
  const caller = { jkt, userId }
  await checkOffered(services, { caller, offered: evidence })
  const standing = await readStanding(services, queries, caller)
  requireStanding(standing, 'evidence')
  const name = (await readAddress(services, standing.user)) ?? 'Wallet'
  const known = await ofUser(queries, userId)
  const first = encodeBase64Url(await passkeySalt(userId))
  return {
    options: {
      challenge: newPasskeyChallenge(services, { purpose: 'create', jkt, userId }),
      rp: { id: services.passkeyDomain, name: services.passkeyDomain },
      user: { id: userHandle(userId), name, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known.map(({ credentialId }) => ({
        type: 'public-key',
        id: credentialId,
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: ceremonyMs,
      extensions: { prf: { eval: { first } } },
    },
  }
}

/**
 * Stores a passkey that a verified user created on a top-level page of the login origin.
 * @throws {@link HttpError} 400 `request-invalid`; 403 `evidence-required`; 409 `change-conflict`
 */
export async function registerPasskey(
  services: Services,
  { registration, userId }: BodyOf<typeof passkeyRegister>,
  { jkt, madeIn }: Device,
): Promise<{ id: string }> {
  const { audit, limits, log, loginOrigin, now, passkeyDomain, queries } = services
  if (readPlace(registration.response.clientDataJSON).isFramed)
    throw new HttpError(400, 'request-invalid', 'A passkey is made on a page of its own')
  const verified = await verifyRegistrationResponse({
    response: registration as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) =>
      consumePasskeyChallenge(services, challenge, { purpose: 'create', jkt, userId }),
    expectedOrigin: loginOrigin,
    expectedRPID: passkeyDomain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    log.info({ error }, 'a passkey is not kept')
    return undefined
  })
  if (!verified?.verified)
    throw new HttpError(400, 'request-invalid', 'The passkey could not be verified')
  const { counter, id, publicKey } = verified.registrationInfo.credential
  const user = await queries.transaction(async (tx) => {
    const standing = await readStanding(services, tx, { jkt, userId })
    requireStanding(standing, 'evidence')
    if ((await ofUser(tx, userId)).length >= limits.passkeysOfUser)
      return refuse(
        'change-conflict',
        `There are ${limits.passkeysOfUser} passkeys already: remove one`,
      )
    const added = await tx
      .insert(passkeys)
      .values({
        credentialId: id,
        userId,
        jkt,
        publicKey: encodeBase64Url(Uint8Array.from(publicKey)),
        counter,
        transports: (registration.response.transports ?? []).join(','),
        madeIn,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) refuse('change-conflict', 'This passkey is kept already')
    await audit(tx, { kind: 'passkey-added', userId })
    return standing.user
  })
  const email = await readAddress(services, user)
  if (email !== undefined)
    await createLink(services, { kind: 'freeze', mail: 'passkey', email, userId })
  return { id }
}
