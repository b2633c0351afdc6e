import * as v from 'valibot'
import { base64Url, uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { emailAddress, origin, workAsked, workSolution } from '../vault/vaultCalls.ts'

const none = v.strictObject({})
/** @source spec 5.2 */
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** Shown while waiting for the link in the email; another browser that opens the link must enter its last digits. */
const number = v.pipe(v.string(), v.regex(/^\d{6}$/))

/** A device's work for a mail: the solution of a challenge, and the pass of the mail that was counted. */
export const loginWork = v.strictObject({
  solution: workSolution,
  pass: v.optional(base64Url(256)),
})
/**
 * Many mails were asked for: the device solves the challenge, and asks again with its `solution` and, if there is one, the `pass`.
 * Nothing was mailed. With `page`, the user solves the operator's challenge there; the solution contains its token.
 */
export const loginWorkAsked = v.strictObject({
  action: v.literal('WORK'),
  ...workAsked.entries,
  pass: v.optional(base64Url(256)),
})

/**
 * Starts a login by email; a second one for the same device ends the first. Every call of this file is POST, JSON, with a
 * DPoP proof of the device and no access token; its answer is valid for that device only. The answer does not reveal whether
 * the address has an account.
 *
 * @source security 2.9; spec 4.5, 5.8
 */
export const loginEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/login/email',
  summary: 'Mails the link or the code of a login.',
  query: none,
  body: v.strictObject({
    email: emailAddress,
    /** The project and the origin that the frame's handshake attested; absent on the login site's own pages. */
    site: v.optional(
      v.strictObject({ projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)), origin }),
    ),
    /** After the answer `WORK`. */
    work: v.optional(loginWork),
  }),
  response: v.variant('action', [
    loginWorkAsked,
    /** This device is already logged in with this address. */
    v.strictObject({ action: v.literal('CONNECT') }),
    v.strictObject({ action: v.literal('VERIFY_OTP'), txnId: uuid }),
    v.strictObject({
      action: v.literal('VERIFY_DEVICE'),
      txnId: uuid,
      number,
      /** ms since 1970. */
      expiresAt: v.number(),
    }),
  ]),
})

/** Waits at most 25 s for the link in the email; after the approval the code is sent. */
export const loginDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/login/device',
  summary: 'Waits for the approval of a device.',
  query: none,
  body: v.strictObject({ txnId: uuid }),
  response: v.strictObject({ status: v.picklist(['approved', 'denied', 'pending']) }),
})

/** Completes a login with its code. The ticket is for `postToken`, once, within two minutes. */
export const loginOtp = defineEndpoint({
  method: 'POST',
  path: '/v1/login/otp',
  summary: 'Completes a login with its code.',
  query: none,
  body: v.strictObject({ txnId: uuid, otp }),
  response: v.strictObject({ ticket: base64Url(128) }),
})

/**
 * Sends JSON-RPC to a chain for the user logged in on this device: one call or at most 50. A forwards it to the api with the
 * project of the session.
 */
export const loginRpc = defineEndpoint({
  method: 'POST',
  path: '/v1/rpc',
  summary: 'JSON-RPC to a chain.',
  query: none,
  body: v.strictObject({
    /** CAIP-2. */
    chainId: v.pipe(v.string(), v.maxLength(64)),
    /** One `rpcRequest`, or a list. */
    request: v.unknown(),
  }),
  response: v.strictObject({ response: v.unknown() }),
})
