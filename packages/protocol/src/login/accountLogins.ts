import * as v from 'valibot'
import { uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { contact, emailAddress } from '../vault/vaultCalls.ts'

const none = v.strictObject({})
const number = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** ms since 1970. */
const time = v.number()

const accountLogin = v.strictObject({
  id: uuid,
  /** `email`, or the name of a provider. */
  provider: v.string(),
  /** The user's name at the provider. */
  userName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  addedAt: time,
  /** Until then this login opens nothing; null: it counts. */
  heldUntil: v.nullable(time),
  /** True if it restores the wallet in a new browser, as the vault says; null: the vault does not answer. */
  restores: v.nullable(v.boolean()),
  /** By what the vault knows it. */
  contact,
  /** The vault checks it by a link in a mail. */
  isByLink: v.boolean(),
})
/** A way to log in to the account. */
export type AccountLogin = v.InferOutput<typeof accountLogin>

/** The calls of this file are made as those of `accountCalls.ts`. */
export const readLogins = defineEndpoint({
  method: 'POST',
  path: '/v1/account/logins',
  summary: 'The logins of the account.',
  query: none,
  body: none,
  response: v.strictObject({ logins: v.array(accountLogin) }),
})

/**
 * Starts to add a login by email: the vault mails a link to the address, and after its approval this server a code. Needs a
 * step-up. 403 `action-not-allowed` for a wallet that passkeys alone hold; 409 `change-conflict` for an account with an address, or
 * with too many logins.
 */
export const addEmailLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/account/logins/email',
  summary: 'Starts to add a login by email.',
  query: none,
  body: v.strictObject({ email: emailAddress }),
  response: v.strictObject({ txnId: uuid, number, expiresAt: time }),
})

/** 403 `action-not-allowed` when the address has an account; only told after its code. */
export const addEmailLoginOtp = defineEndpoint({
  method: 'POST',
  path: '/v1/account/logins/email/otp',
  summary: 'Adds a login by email, with the code of its address.',
  query: none,
  body: v.strictObject({ txnId: uuid, otp: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  response: v.strictObject({ id: uuid }),
})

/**
 * Makes the vault mail a link to the address of a login, as evidence that it works for this device. Needs a step-up. 403
 * `action-not-allowed` for a login that the vault checks otherwise.
 */
export const proveLoginByLink = defineEndpoint({
  method: 'POST',
  path: '/v1/account/logins/prove',
  summary: 'Mails a link that proves a login to the vault.',
  query: none,
  body: v.strictObject({ id: uuid }),
  response: v.strictObject({ number, expiresAt: time }),
})

/**
 * Removes a login, here and at the vault, and ends the browsers that used it. Needs a step-up. 409 `change-conflict` for the last
 * login, or for the last one that restores the wallet. Gives the same answer if it is already gone.
 */
export const removeLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/account/logins/remove',
  summary: 'Removes a login of the account.',
  query: none,
  body: v.strictObject({ id: uuid }),
  response: v.strictObject({ done: v.literal(true) }),
})
