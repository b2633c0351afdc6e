import * as v from 'valibot'
import { base64Url, uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { origin } from '../vault/vaultCalls.ts'
import { loginWork, loginWorkAsked } from './loginCalls.ts'

const none = v.strictObject({})
/** The site of a login, as the frame's handshake attested it. */
export const loginSite = v.strictObject({
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  origin,
})
/** Why a login at a provider did not succeed. `refused`: the answer was not for this login; `no-email`: the vault needs an address. */
export const socialFailure = v.picklist([
  ...['cancelled', 'provider', 'refused', 'no-email'],
  /** The login was removed from an account less than 72 hours ago, or counts 72 hours after it was added. */
  ...['removed', 'held'],
] as const)
export type SocialFailure = v.InferOutput<typeof socialFailure>

/**
 * For a user who is logged in at `/security` or `/export`. `link`: adds this login to the account, and needs a step-up. `step-up`: a
 * fresh proof of the user by a login that the account has.
 */
export const loginPurpose = v.picklist(['link', 'step-up'])
export type LoginPurpose = v.InferOutput<typeof loginPurpose>

const provider = v.pipe(v.string(), v.regex(/^[a-z]{1,16}$/))
/** 256 random bits that the window makes, and shows to the frame beside its opener only. */
const challenge = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** The social logins that this login site offers. For pages of every origin; the answer may be cached for a minute. */
export const loginSocials = defineEndpoint({
  method: 'GET',
  path: '/v1/login/socials',
  summary: 'The social logins that are configured.',
  query: none,
  response: v.strictObject({ socials: v.pipe(v.array(provider), v.maxLength(16)) }),
})

/**
 * Starts a social login of this device; ends an earlier one. Like every call with `jkt`: POST, JSON, with a DPoP proof. With
 * `returnTo`, the user's page itself goes to `uri` and comes back; only the operator's own projects may do that.
 *
 * @source security 2.10
 */
export const loginSocial = defineEndpoint({
  method: 'POST',
  path: '/v1/login/social',
  summary: 'Starts a social login.',
  query: none,
  body: v.strictObject({
    provider,
    /** Undefined on a page of the login site itself, which leaves and comes back. */
    site: v.optional(loginSite),
    returnTo: v.optional(v.pipe(v.string(), v.maxLength(2048))),
    /** @default a login */
    purpose: v.optional(loginPurpose),
  }),
  /** `uri` is on the login origin. */
  response: v.strictObject({ txnId: uuid, uri: v.pipe(v.string(), v.maxLength(512)) }),
})

/**
 * The frame that started the login attests the window that its own page opened, once: without this call, no window gets to the
 * provider. It closes login fixation, where a site opens another person's login in this browser.
 *
 * @source security 2.10 step 3, T63
 */
export const loginSocialBind = defineEndpoint({
  method: 'POST',
  path: '/v1/login/social/bind',
  summary: 'Attests the window of a social login.',
  query: none,
  body: v.strictObject({ txnId: uuid, challenge }),
  response: none,
})

/** The window leaves for the provider. Sets the cookie without which the provider's answer is refused. */
export const loginSocialOpen = defineEndpoint({
  method: 'POST',
  path: '/v1/login/social/open',
  summary: "The provider's address, and the cookie of the login.",
  query: none,
  body: v.strictObject({ txnId: uuid, challenge: v.optional(challenge) }),
  response: v.strictObject({ url: v.pipe(v.string(), v.maxLength(4096)) }),
})

/**
 * Redeems the result of a social login, once, within two minutes; or, with `txnId`, completes the login whose link was approved.
 * `txnId` in the answer is for `loginDevice`. After `WORK` ask again with the `result` of that answer, within two minutes.
 */
export const loginSocialEnd = defineEndpoint({
  method: 'POST',
  path: '/v1/login/social/end',
  summary: 'Completes a social login.',
  query: none,
  body: v.union([
    v.strictObject({ result: base64Url(64), work: v.optional(loginWork) }),
    v.strictObject({ txnId: uuid }),
  ]),
  response: v.variant('action', [
    v.strictObject({ ...loginWorkAsked.entries, result: base64Url(64) }),
    v.strictObject({
      action: v.literal('CONNECT'),
      ticket: base64Url(128),
      email: v.nullable(v.string()),
      userName: v.nullable(v.string()),
    }),
    v.strictObject({
      action: v.literal('VERIFY_DEVICE'),
      txnId: uuid,
      email: v.string(),
      number: v.pipe(v.string(), v.regex(/^\d{6}$/)),
      /** ms since 1970. */
      expiresAt: v.number(),
    }),
    /** The address belongs to an account with another login, `by`; nothing was changed. */
    v.strictObject({ action: v.literal('EXISTS'), by: v.string(), email: v.string() }),
    v.strictObject({ action: v.literal('FAILED'), reason: socialFailure }),
    /** The login belongs to the account now. */
    v.strictObject({ action: v.literal('LINKED'), id: uuid }),
    /** For a user who is logged in: it is another account's login, or none of this account's. */
    v.strictObject({ action: v.literal('REFUSED'), reason: v.picklist(['taken', 'other']) }),
    /** `until`: ms since 1970. */
    v.strictObject({ action: v.literal('STEPPED_UP'), until: v.number() }),
  ]),
})
