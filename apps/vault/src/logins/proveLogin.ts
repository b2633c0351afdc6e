import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { isSocialName, socialNonce, socialTable } from '@foyer/protocol/social'
import type { vaultLoginChallenge, vaultProveLogin } from '@foyer/protocol/vault'
import { keyedHash, refuse } from '@foyer/server'
import { approvalLifeMs } from '../contacts/approvals.ts'
import { evidence } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { consumeLoginChallenge, newLoginChallenge } from './loginChallenge.ts'

/** Computes the keyed HMAC of an account at a provider, by which the database finds it. */
export const socialHmac = (hmacKey: string, provider: string, subject: string) =>
  keyedHash(hmacKey, 'social', `${provider}\u001f${subject}`)

export const answerLoginChallenge = async (
  services: Services,
  body: BodyOf<typeof vaultLoginChallenge>,
): Promise<ResponseOf<typeof vaultLoginChallenge>> => ({
  challenge: newLoginChallenge(services, body),
})

/**
 * Verifies a social login by itself, and stores it as evidence for the device: the login server passes the token on, but can
 * make none, and one that was issued for another device, another login or another site is refused.
 * @throws {@link HttpError} 403 `evidence-required`; 503 `http-failed` without the provider's keys
 * @source security 2.5
 */
export async function proveLogin(
  services: Services,
  { challenge, idToken, jkt, provider, txn }: BodyOf<typeof vaultProveLogin>,
): Promise<ResponseOf<typeof vaultProveLogin>> {
  const { audit, hmacKey, now, queries, verifyIdToken } = services
  const nonce = await socialNonce({ jkt, txn, challenge })
  const claims = await verifyIdToken(provider, idToken, { nonce })
  if (
    !isSocialName(provider) ||
    !(await consumeLoginChallenge(services, challenge, { jkt, provider }))
  )
    return refuse('evidence-required', 'This login is over')
  const { subject } = socialTable[provider].readProfile(claims)
  const contactHmac = socialHmac(hmacKey, provider, subject)
  const expiresAt = now() + approvalLifeMs
  await queries
    .insert(evidence)
    .values({ contactHmac, jkt, expiresAt })
    .onConflictDoUpdate({ target: [evidence.contactHmac, evidence.jkt], set: { expiresAt } })
  await audit(queries, { kind: 'login-proved', provider })
  return { subject }
}
