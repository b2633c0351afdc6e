import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginCustomEnd } from '@foyer/protocol/login'
import { readLoginProfile } from '@foyer/protocol/social'
import { HttpError, sha256 } from '@foyer/server'
import { tokenLifeMs } from '@foyer/server/tokens'
import { eq, inArray } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { socialTxns } from '../database/schema.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { endSocial } from '../social/endSocial.ts'
import {
  openSecrets,
  openTxn,
  putResult,
  type SocialOutcome,
  takeStep,
} from '../social/socialTxn.ts'
import type { Custom } from './customs.ts'

/**
 * Completes a login with the token of the site's server: one token for each begun login, wrong or not.
 * @throws HttpError 404 for a login that is over or another device's; 403 `action-not-allowed` when the vault does not accept it
 */
export async function endCustom(
  services: Services,
  { token, txnId }: BodyOf<typeof loginCustomEnd>,
  caller: Caller,
): Promise<ResponseOf<typeof loginCustomEnd>> {
  const { customs, now, queries } = services
  const txn = await takeStep(
    queries,
    openTxn(
      'new',
      now(),
      eq(socialTxns.txnId, txnId),
      eq(socialTxns.jkt, caller.jkt),
      inArray(socialTxns.provider, [...customs.keys()]),
    ),
    { step: 'exchange' },
  )
  const secrets = await openSecrets(services, txn)
  const custom = customs.get(txn.provider) as Custom
  const outcome = await readOutcome(services, { custom, nonce: secrets.nonce, token })
  const result = randomText(16)
  await putResult(services, txn, { outcome, result, secrets })
  return endSocial(services, { result }, caller)
}

/** The part of a token that its signature covers: the signature itself can be written in several ways. @source RFC 7515 section 5.2 */
const signedTextOf = (token: string) => token.slice(0, token.lastIndexOf('.'))

/** Verifies the token. An error is logged without its claims. */
async function readOutcome(
  { log, metrics, now, remember }: Services,
  { custom, nonce, token }: { custom: Custom; nonce: string; token: string },
): Promise<SocialOutcome> {
  const { provider } = custom
  try {
    const claims = await custom.verify(token)
    const isOurs =
      custom.nonce === 'required'
        ? claims.nonce === nonce
        : // Without a nonce it would serve any device that has seen it.
          await remember(`custom:${sha256(signedTextOf(token))}`, now() + tokenLifeMs)
    const profile = isOurs ? readLoginProfile(provider, claims) : undefined
    if (!profile) throw new Error('the nonce is another login’s')
    metrics.socials.inc({ provider, outcome: 'answered' })
    return { profile, idToken: token }
  } catch (error) {
    const failed = error instanceof HttpError ? 'provider' : 'refused'
    metrics.socials.inc({ provider, outcome: failed })
    const { code, message, name } = Object(error) as Record<string, unknown>
    log.warn({ provider, failed, reason: code ?? message ?? name }, 'a site’s own login failed')
    return { failed }
  }
}
