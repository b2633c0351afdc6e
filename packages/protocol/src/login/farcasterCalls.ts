import * as v from 'valibot'
import { base64Url, uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { loginPurpose, loginSite } from './socialCalls.ts'

const none = v.strictObject({})

/**
 * Starts a Farcaster login of this device; ends an earlier one. POST, JSON, with a DPoP proof. 404 where it is not offered, 503
 * `http-failed` when the relay does not answer.
 *
 * @source security 2.11; spec 7.17
 */
export const loginFarcaster = defineEndpoint({
  method: 'POST',
  path: '/v1/login/farcaster',
  summary: 'Starts a Farcaster login.',
  query: none,
  body: v.strictObject({
    /** Undefined on a page of the login site itself. */
    site: v.optional(loginSite),
    /** Only on a page of the login site itself. @default a login */
    purpose: v.optional(loginPurpose),
  }),
  /** `uri` is for the user's Farcaster app: a QR code, or a link on a phone. Valid for five minutes. */
  response: v.strictObject({ txnId: uuid, uri: v.pipe(v.string(), v.maxLength(2048)) }),
})

/**
 * Waits at most 25 s for the user's Farcaster app, and completes the login. `denied`: the user refused there; `refused`: the signed
 * answer is not for this login, or not by the owner of that Farcaster account. `failed`: nothing was changed; `held`, `removed`: as in
 * `loginSocialEnd`; `taken`: another account has this login; `other`: it is none of this account's.
 */
export const loginFarcasterEnd = defineEndpoint({
  method: 'POST',
  path: '/v1/login/farcaster/end',
  summary: 'Waits for the Farcaster app, and completes the login.',
  query: none,
  body: v.strictObject({ txnId: uuid }),
  response: v.variant('status', [
    v.strictObject({
      status: v.literal('connected'),
      ticket: base64Url(128),
      /** The verified Farcaster id, decimal. */
      fid: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/)),
      /** The user's name, as the relay says: not verified, only to be shown. */
      userName: v.nullable(v.string()),
    }),
    /** After the purpose `link`: the login belongs to the account now. */
    v.strictObject({ status: v.literal('linked'), id: uuid }),
    /** After the purpose `step-up`. `until`: ms since 1970. */
    v.strictObject({ status: v.literal('stepped-up'), until: v.number() }),
    v.strictObject({
      status: v.literal('failed'),
      reason: v.picklist(['held', 'removed', 'taken', 'other']),
    }),
    v.strictObject({ status: v.picklist(['pending', 'denied', 'expired', 'refused']) }),
  ]),
})
