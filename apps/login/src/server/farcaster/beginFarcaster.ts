import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginFarcaster } from '@foyer/protocol/login'
import { farcasterLifeMs, farcasterName, siwfNonce } from '@foyer/protocol/social'
import { vaultLoginChallenge } from '@foyer/protocol/vault'
import { and, eq, ne } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { takeClientRate } from '../auth/takeClientRate.ts'
import { socialTxns } from '../database/schema.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { ownPage, requireUser } from '../social/beginSocial.ts'
import { browserHash, sealSecrets } from '../social/socialTxn.ts'
import { requireFarcaster } from './farcaster.ts'
import { relayOf } from './relay/relayOf.ts'

/**
 * Starts a Farcaster login of a device: opens a channel for a text that only this device and this login can use.
 * @throws HttpError 404 where it is not offered; 401 `unauthorized`, 403 `step-up-required` for a login to add; `unauthorized` for a project or an origin that may not; 503 `http-failed` without
 *   the relay
 * @source security 2.11
 */
export async function beginFarcaster(
  services: Services,
  { purpose, site }: BodyOf<typeof loginFarcaster>,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof loginFarcaster>> {
  const { callVault, limits, loginOrigin, now, projects, queries } = services
  const { chain } = requireFarcaster(services)
  const rate = limits.farcasterOfClientPerMinute
  await takeClientRate(services, client, { name: 'farcaster', ...rate })
  if (site) await projects.admit(site.projectId, site.origin)
  const userId =
    purpose === undefined ? null : await requireUser(services, { jkt, purpose, isOwnPage: !site })
  const provider = farcasterName
  const { challenge } = await callVault(vaultLoginChallenge, { jkt, provider })
  const txn = randomText(32)
  const nonce = await siwfNonce({ jkt, txn, challenge })
  const nowMs = now()
  const expiresAt = nowMs + farcasterLifeMs
  const { channelToken: channel, url } = await relayOf(services).open({
    domain: new URL(loginOrigin).host,
    siweUri: `${loginOrigin}/`,
    nonce,
    expirationTime: new Date(expiresAt).toISOString(),
    acceptAuthAddress: chain.acceptAuthAddress ?? false,
  })
  const txnId = crypto.randomUUID()
  const fresh = {
    ...{
      txnId,
      jkt,
      provider,
      step: 'away' as const,
      purpose: purpose ?? ('login' as const),
      userId,
    },
    ...{ projectId: site?.projectId ?? ownPage, origin: site?.origin ?? loginOrigin },
    browser: client.browser,
    browserHash: browserHash(services, client),
    ...(await sealSecrets(services, txnId, { txn, challenge, nonce, channel })),
    ...{ createdAt: nowMs, expiresAt },
  }
  await queries.transaction(async (tx) => {
    // One login at a time, whatever its provider.
    await tx.delete(socialTxns).where(and(eq(socialTxns.jkt, jkt), ne(socialTxns.step, 'done')))
    await tx.insert(socialTxns).values(fresh)
  })
  return { txnId, uri: url }
}
