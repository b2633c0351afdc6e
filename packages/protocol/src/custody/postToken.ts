import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { base64Url, uuid } from './custodyFields.ts'

/**
 * Issues a device's tokens for the one-time ticket of a login, or for the single-use refresh token. The proof has no
 * `ath`; its key becomes, or must equal, the session's `jkt`.
 */
export const postToken = defineEndpoint({
  method: 'POST',
  path: '/v1/token',
  summary: 'Access and refresh token of a device.',
  query: v.strictObject({}),
  body: v.variant('grant', [
    v.strictObject({ grant: v.literal('login'), ticket: base64Url(128) }),
    v.strictObject({ grant: v.literal('refresh'), refreshToken: base64Url(128) }),
  ]),
  response: v.strictObject({
    accessToken: v.pipe(v.string(), v.maxLength(4096)),
    /** Seconds. */
    expiresIn: v.pipe(v.number(), v.integer(), v.minValue(1)),
    refreshToken: base64Url(128),
    sid: uuid,
    userId: uuid,
    /** Latest end of the session, however often it is refreshed; ms since 1970. */
    absExp: v.pipe(v.number(), v.integer()),
  }),
})

/**
 * Ends sessions that the user signed out of on this device. Needs no access token, which is deleted by then: A checks the
 * proof, and ends only sessions of its key. Gives the same answer for unknown ones.
 */
export const revokeSessions = defineEndpoint({
  method: 'POST',
  path: '/v1/token/revoke',
  summary: "Ends this device's sessions.",
  query: v.strictObject({}),
  body: v.strictObject({ sids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(64)) }),
  response: v.strictObject({ revoked: v.literal(true) }),
})
