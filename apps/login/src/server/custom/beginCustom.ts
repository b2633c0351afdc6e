import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginCustom } from '@foyer/protocol/login'
import { customProvider } from '@foyer/protocol/social'
import { HttpError } from '@foyer/server'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import { ownPage, requireOwnReturn, requireUser } from '../social/beginSocial.ts'
import { createSocialTxn } from '../social/socialTxn.ts'
import { requireCustom } from './customs.ts'

/**
 * Begins a login by the site's own login. The nonce contains the device's key, a secret of this server and, where the vault verifies
 * the token too, a challenge of the vault.
 * @throws HttpError 401, 403 for a project or an origin that may not, or a login that proves nobody here; 404 for a project without a
 *   login of its own
 */
export async function beginCustom(
  services: Services,
  body: BodyOf<typeof loginCustom>,
  caller: Caller,
): Promise<ResponseOf<typeof loginCustom>> {
  if (!('site' in body)) return beginOnOwnPage(services, body, caller)
  const { customs, projects } = services
  const { site } = body
  await projects.admit(site.projectId, site.origin)
  const { nonce: has, provider } = requireCustom(customs, site.projectId)
  const { nonce, txnId } = await createSocialTxn(services, {
    ...{ caller, provider, isSigned: has === 'required' },
    ...{ projectId: site.projectId, origin: site.origin, returnTo: null },
  })
  return { txnId, nonce }
}

/** A page of the login site asks the site itself for a fresh token, at the address that the operator lists. */
async function beginOnOwnPage(
  services: Services,
  { login, purpose, returnTo }: Exclude<BodyOf<typeof loginCustom>, { site: unknown }>,
  caller: Caller,
): Promise<ResponseOf<typeof loginCustom>> {
  const { customs, loginOrigin } = services
  requireOwnReturn(services, returnTo)
  const provider = customProvider(login)
  const { nonce: has, proofUrl } = customs.get(provider) ?? {}
  if (proofUrl === undefined || has !== 'required')
    throw new HttpError(403, 'action-not-allowed', 'This login proves nobody here')
  const userId =
    purpose === undefined
      ? null
      : await requireUser(services, { jkt: caller.jkt, purpose, isOwnPage: true })
  const { nonce, txnId } = await createSocialTxn(services, {
    ...{ caller, provider, isSigned: true, purpose: purpose ?? 'login', userId },
    ...{ projectId: ownPage, origin: loginOrigin, returnTo: null },
  })
  const uri = new URL(proofUrl)
  uri.searchParams.set('nonce', nonce)
  uri.searchParams.set('return_to', returnTo)
  return { txnId, nonce, uri: uri.href }
}
