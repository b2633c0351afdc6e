import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { farcasterName, readLoginProfile, siwfNonce, socialNonce } from '@foyer/protocol/social'
import type {
  vaultLoginChallenge,
  vaultProveFarcaster,
  vaultProveLogin,
} from '@foyer/protocol/vault'
import { keyedHash, refuse } from '@foyer/server'
import { approvalLifeMs, storeApproval } from '../contacts/approvals.ts'
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
  const { verifyIdToken } = services
  const nonce = await socialNonce({ jkt, txn, challenge })
  const claims = await verifyIdToken(provider, idToken, { nonce })
  const profile = readLoginProfile(provider, claims)
  if (!profile || !(await consumeLoginChallenge(services, challenge, { jkt, provider })))
    return refuse('evidence-required', 'This login is over')
  const { subject } = profile
  return storeEvidence(services, { jkt, provider, subject })
}

/**
 * Verifies a Farcaster login in the same way, with the vault's own node: neither the login server nor the relay can make one.
 * @throws {@link HttpError} 403 `evidence-required`; 503 `http-failed` without the node
 * @source security 2.11
 */
export async function proveFarcaster(
  services: Services,
  { challenge, jkt, message, signature, txn }: BodyOf<typeof vaultProveFarcaster>,
): Promise<ResponseOf<typeof vaultProveFarcaster>> {
  const { verifySiwf } = services
  if (!verifySiwf) return refuse('evidence-required', 'Farcaster is not configured here')
  const nonce = await siwfNonce({ jkt, txn, challenge })
  const { fid: subject } = await verifySiwf({ message, signature }, { nonce })
  const provider = farcasterName
  if (!(await consumeLoginChallenge(services, challenge, { jkt, provider })))
    return refuse('evidence-required', 'This login is over')
  return storeEvidence(services, { jkt, provider, subject })
}

/** Stores that the owner of an account at a provider has this device. */
async function storeEvidence(
  { audit, hmacKey, now, queries }: Services,
  { jkt, provider, subject }: { jkt: string; provider: string; subject: string },
): Promise<{ subject: string }> {
  const contactHmac = socialHmac(hmacKey, provider, subject)
  const createdAt = now()
  const expiresAt = createdAt + approvalLifeMs
  await storeApproval(queries, { contactHmac, jkt, createdAt, expiresAt })
  await audit(queries, { kind: 'login-proved', provider })
  return { subject }
}
