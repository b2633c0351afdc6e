import * as v from 'valibot'
import { recoveryMode, uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'
import { emailAddress, recoveryContact } from '../vault/vaultCalls.ts'

const none = v.strictObject({})
const done = v.strictObject({ done: v.literal(true) })
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** ms since 1970. */
const time = v.number()
const codeBody = v.strictObject({ txnId: uuid, otp })

/** A browser on a site: what security calls a device. */
const accountDevice = v.strictObject({
  deviceId: uuid,
  /** Where it logged in; null on the login site's own pages. */
  origin: v.nullable(v.string()),
  /** Such as `Chrome on Linux`. */
  browser: v.string(),
  approvedAt: time,
  lastSeenAt: time,
  isThis: v.boolean(),
})
export type AccountDevice = v.InferOutput<typeof accountDevice>

/**
 * The account of who is logged in on the asking device. Each call of this file is POST, JSON, with a DPoP proof of the
 * device: A finds its live session by the proof's key. Without one: 401 `unauthorized`.
 */
export const readAccountFacts = defineEndpoint({
  method: 'POST',
  path: '/v1/account',
  summary: 'The account of who is logged in.',
  query: none,
  body: none,
  response: v.strictObject({
    userId: uuid,
    email: v.nullable(v.string()),
    preferredAccountType: v.picklist(['eoa', 'smartAccount']),
    recoveryMode,
    frozenAt: v.nullable(time),
    /** Until when what needs a fresh proof of the person may be done; null: a step-up comes first. */
    steppedUpUntil: v.nullable(time),
    devices: v.array(accountDevice),
  }),
})
export type AccountFacts = v.InferOutput<(typeof readAccountFacts)['response']>

/** @source security 2.12; ledger 4.6, 7.12 */
export const updateEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/account/email',
  summary: 'Begins a change of the e-mail address.',
  query: none,
  body: v.strictObject({ email: emailAddress }),
  response: v.strictObject({
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    txnId: uuid,
  }),
})
export const updateEmailPrimary = defineEndpoint({
  method: 'POST',
  path: '/v1/account/email/primary',
  summary: 'The code of the old address; the new one gets its own.',
  query: none,
  body: codeBody,
  response: v.strictObject({ action: v.literal('VERIFY_SECONDARY_OTP') }),
})
export const updateEmailSecondary = defineEndpoint({
  method: 'POST',
  path: '/v1/account/email/secondary',
  summary: 'The code of the new address, which is the account has from then on.',
  query: none,
  body: codeBody,
  response: v.strictObject({
    email: v.string(),
    /** Where the vault asks the old address by a link of its own: what another browser is asked for. */
    number: v.optional(v.string()),
  }),
})

/** Which address the vault asks at recovery: after a change of address that is another one for a while. */
export const readRecoveryContact = defineEndpoint({
  method: 'POST',
  path: '/v1/account/recovery-contact',
  summary: 'Which address recovery goes by.',
  query: none,
  body: none,
  response: v.strictObject({ contact: v.nullable(recoveryContact) }),
})

/**
 * Has the vault mail its link once more, so that recovery goes by the address of the account. Nothing changes before the
 * address that the vault asks has approved it.
 */
export const moveRecoveryContact = defineEndpoint({
  method: 'POST',
  path: '/v1/account/recovery-contact/move',
  summary: 'Asks to let recovery go by the address of the account.',
  query: none,
  body: none,
  response: v.variant('status', [
    v.strictObject({ status: v.literal('same') }),
    v.strictObject({ status: v.literal('asked'), number: v.string(), expiresAt: time }),
  ]),
})

/** What the page `/undo` posts. @source security 2.12 */
export const undoEmailChange = defineEndpoint({
  method: 'POST',
  path: '/v1/undo',
  summary: 'Gives an account the address back that was replaced.',
  query: none,
  body: v.strictObject({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  response: v.strictObject({
    state: v.picklist(['restored', 'over']),
    /** `asked`: the vault had changed too, and mailed this address a link of its own. `unknown`: it did not answer. */
    recovery: v.optional(v.picklist(['same', 'asked', 'unknown'])),
    number: v.optional(v.string()),
  }),
})

/** Falls to `eoa` where nothing provides smart accounts. @source ledger 4.10, 7.16 */
export const setPreferredAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/account/preferred',
  summary: 'Which account of the login comes first.',
  query: none,
  body: v.strictObject({ type: v.picklist(['eoa', 'smartAccount']) }),
  response: v.strictObject({ type: v.picklist(['eoa', 'smartAccount']) }),
})

/** A fresh proof of the person, by a code to the account's address: good for 5 minutes. */
export const stepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/account/step-up',
  summary: 'Mails a code that proves the person once more.',
  query: none,
  body: none,
  response: v.strictObject({ txnId: uuid }),
})
export const stepUpOtp = defineEndpoint({
  method: 'POST',
  path: '/v1/account/step-up/otp',
  summary: 'Ends a step-up with its code.',
  query: none,
  body: codeBody,
  response: v.strictObject({ until: time }),
})

/** The vault mails a link by which the user confirms the asking device. Needs a step-up. */
export const confirmDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/account/confirm-device',
  summary: 'Asks the vault to have this device confirmed.',
  query: none,
  body: none,
  response: v.strictObject({ number: v.string(), expiresAt: time }),
})

/** Its session, its tokens and its share set; needs a step-up unless it is the asking device. Unknown: 404. */
export const revokeDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/account/devices/revoke',
  summary: 'Ends a device.',
  query: none,
  body: v.strictObject({ deviceId: uuid }),
  response: done,
})
export const signOutEverywhere = defineEndpoint({
  method: 'POST',
  path: '/v1/account/sign-out-everywhere',
  summary: 'Ends every session, that of the asking device too.',
  query: none,
  body: none,
  response: done,
})

/** In A and in the vault: no share is released any more. */
export const freezeAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/account/freeze',
  summary: 'Stops everything that needs a key.',
  query: none,
  body: none,
  response: done,
})
/** The vault mails a link; the freeze ends 24 hours after it was approved. Needs a step-up. */
export const unfreezeAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/account/unfreeze',
  summary: 'Asks to end a freeze.',
  query: none,
  body: none,
  response: v.strictObject({ number: v.string(), expiresAt: time }),
})
