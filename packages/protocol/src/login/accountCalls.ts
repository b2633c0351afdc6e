import * as v from 'valibot'
import { recoveryMode, uuid } from '../custody/custodyFields.ts'
import { passkeyWalletFactors } from '../custody/passkeyWallet.ts'
import { defineEndpoint } from '../endpoint.ts'
import { emailAddress, recoveryContact } from '../vault/vaultCalls.ts'

const none = v.strictObject({})
const done = v.strictObject({ done: v.literal(true) })
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** ms since 1970. */
const time = v.number()
const codeBody = v.strictObject({ txnId: uuid, otp })

/** A browser on a site, called a device in the security model. */
const accountDevice = v.strictObject({
  deviceId: uuid,
  /** The site of the login; null on the login site's own pages. */
  origin: v.nullable(v.string()),
  /** Such as `Chrome on Linux`. */
  browser: v.string(),
  approvedAt: time,
  lastSeenAt: time,
  isThis: v.boolean(),
})
export type AccountDevice = v.InferOutput<typeof accountDevice>

/**
 * Reads the account that is logged in on the calling device. Every call of this file is POST, JSON, with a DPoP proof of the
 * device: A finds its active session by the proof's key. Without a session: 401 `unauthorized`.
 */
export const readAccountFacts = defineEndpoint({
  method: 'POST',
  path: '/v1/account',
  summary: 'The account of the logged-in user.',
  query: none,
  body: none,
  response: v.strictObject({
    userId: uuid,
    email: v.nullable(v.string()),
    /** The ways to log in: `email`, or a provider, with the user's name there. */
    logins: v.array(
      v.strictObject({
        provider: v.string(),
        userName: v.nullable(v.string()),
        /** False: it can not prove the user again on the login site's pages. @default true */
        canProve: v.optional(v.boolean()),
      }),
    ),
    /** Null: the user has not chosen. */
    preferredAccountType: v.nullable(v.picklist(['eoa', 'smartAccount'])),
    recoveryMode,
    frozenAt: v.nullable(time),
    /** End of the current step-up, ms since 1970; null: calls that need a fresh proof of the user need a step-up first. */
    steppedUpUntil: v.nullable(time),
    devices: v.array(accountDevice),
    /** The factors that open a wallet which is held by passkeys alone; absent for any other. */
    factors: v.optional(passkeyWalletFactors),
  }),
})
export type AccountFacts = v.InferOutput<(typeof readAccountFacts)['response']>

/**
 * 403 `action-not-allowed` for an account without a login by email, which adds one by `addEmailLogin`; 409 `change-conflict` within
 * 24 hours of the last change, and within 72 hours after an account that was idle for a year woke.
 * @source security 2.12; spec 4.6, 7.12
 */
export const updateEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/account/email',
  summary: 'Starts a change of the email address.',
  query: none,
  body: v.strictObject({ email: emailAddress }),
  response: v.strictObject({
    action: v.literal('VERIFY_PRIMARY_OTP'),
    txnId: uuid,
  }),
})
export const updateEmailPrimary = defineEndpoint({
  method: 'POST',
  path: '/v1/account/email/primary',
  summary: 'Submits the code of the old address; mails a code to the new one.',
  query: none,
  body: codeBody,
  response: v.strictObject({ action: v.literal('VERIFY_SECONDARY_OTP') }),
})
export const updateEmailSecondary = defineEndpoint({
  method: 'POST',
  path: '/v1/account/email/secondary',
  summary: "Submits the code of the new address, which becomes the account's.",
  query: none,
  body: codeBody,
  response: v.strictObject({
    email: v.string(),
    /** The number that another browser must confirm, if the vault mails the old address its own link. */
    number: v.optional(v.string()),
  }),
})

/** The address that the vault uses for recovery; it differs from the account's for a while after a change. */
export const readRecoveryContact = defineEndpoint({
  method: 'POST',
  path: '/v1/account/recovery-contact',
  summary: 'The recovery address.',
  query: none,
  body: none,
  response: v.strictObject({ contact: v.nullable(recoveryContact) }),
})

/**
 * Asks the vault to mail its link again, so that the recovery address becomes the account's address. Nothing changes until
 * the current recovery address approves it.
 */
export const moveRecoveryContact = defineEndpoint({
  method: 'POST',
  path: '/v1/account/recovery-contact/move',
  summary: "Asks to make the account's address the recovery address.",
  query: none,
  body: none,
  response: v.variant('status', [
    v.strictObject({ status: v.literal('same') }),
    v.strictObject({ status: v.literal('asked'), number: v.string(), expiresAt: time }),
  ]),
})

/** The body that the page `/undo` posts. @source security 2.12, 2.14 */
export const undoEmailChange = defineEndpoint({
  method: 'POST',
  path: '/v1/undo',
  summary: "Takes a change of an account's address or logins back.",
  query: none,
  body: v.strictObject({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  response: v.strictObject({
    /** `unlinked`: a change of the logins was taken back. */
    state: v.picklist(['restored', 'unlinked', 'over']),
    /** `asked`: the vault had changed too, and mailed this address its own link. `unknown`: the vault did not answer. */
    recovery: v.optional(v.picklist(['same', 'asked', 'unknown'])),
    number: v.optional(v.string()),
  }),
})

/** Falls back to `eoa` where the operator lists no network with smart accounts. @source spec 4.10, 7.16 */
export const setPreferredAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/account/preferred',
  summary: 'Selects the preferred account type.',
  query: none,
  body: v.strictObject({ type: v.picklist(['eoa', 'smartAccount']) }),
  response: v.strictObject({ type: v.picklist(['eoa', 'smartAccount']) }),
})

/** A fresh proof of the user, by a code to the account's address: valid for 5 minutes. */
export const stepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/account/step-up',
  summary: 'Mails a code for a fresh proof of the user.',
  query: none,
  body: none,
  response: v.strictObject({ txnId: uuid }),
})
export const stepUpOtp = defineEndpoint({
  method: 'POST',
  path: '/v1/account/step-up/otp',
  summary: 'Completes a step-up with its code.',
  query: none,
  body: codeBody,
  response: v.strictObject({ until: time }),
})

/** Makes the vault mail a link by which the user confirms the calling device. Needs a step-up. */
export const confirmDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/account/confirm-device',
  summary: 'Asks the vault to mail a link that confirms this device.',
  query: none,
  body: none,
  response: v.strictObject({ number: v.string(), expiresAt: time }),
})

/** Ends a device's session, tokens and share set; needs a step-up unless it is the calling device. Unknown: 404. */
export const revokeDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/account/devices/revoke',
  summary: 'Revokes a device.',
  query: none,
  body: v.strictObject({ deviceId: uuid }),
  response: done,
})
export const signOutEverywhere = defineEndpoint({
  method: 'POST',
  path: '/v1/account/sign-out-everywhere',
  summary: "Ends every session, including this device's.",
  query: none,
  body: none,
  response: done,
})

/**
 * Freezes the account in A and in the vault: no share is released any more. 409 `change-conflict` for a user for whom nothing could
 * end that again: without an address, and without a login that can prove the user to both.
 */
export const freezeAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/account/freeze',
  summary: 'Freezes the account: nothing that needs a key works.',
  query: none,
  body: none,
  response: done,
})
/**
 * Ends a freeze in 24 hours. Needs a step-up. `asked`: the vault has mailed a link, after whose approval they begin. `begun`: the user
 * has no address at the vault, and has logged in again on this device; 403 `evidence-required` until then.
 */
export const unfreezeAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/account/unfreeze',
  summary: 'Asks to end a freeze.',
  query: none,
  body: none,
  response: v.variant('status', [
    v.strictObject({ status: v.literal('asked'), number: v.string(), expiresAt: time }),
    v.strictObject({ status: v.literal('begun') }),
  ]),
})
