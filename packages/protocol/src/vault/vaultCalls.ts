import * as v from 'valibot'
import { uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'

const none = v.strictObject({})
const ok = v.strictObject({ done: v.literal(true) })

/**
 * An email address that is safe in a mail header: ASCII, lower case, no display name, no line break, at most 254.
 *
 * @source RFC 5321 sections 4.1.2 and 4.5.3.1
 */
export const emailAddress = v.pipe(
  v.string(),
  v.maxLength(254),
  v.transform((text) => text.toLowerCase()),
  v.regex(
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
  ),
  v.check((text) => text.indexOf('@') <= 64, 'local part of at most 64'),
)

const jkt = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
const linkId = uuid

/** The site, as the frame's handshake attested it. */
export const origin = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/),
)

/** The requesting browser as A saw it: the vault shows it on `/device` and compares it with the browser that opens the link. */
export const requester = v.strictObject({
  ip: v.pipe(v.string(), v.maxLength(64)),
  userAgent: v.pipe(v.string(), v.maxLength(512)),
  origin,
  /** Of the page that asks, and so of the mail. @default 'en' */
  language: v.optional(v.picklist(['en', 'es', 'ar'])),
})

const workText = (most: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(most))
/** The solution of a challenge before a mail: base64url of JSON. */
export const workSolution = workText(8192)
/** A challenge before a mail: base64url of JSON. With `page`, the operator's page solves it. */
export const workAsked = v.strictObject({
  challenge: workText(2048),
  page: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s]+$/), v.maxLength(512))),
})

const madeLink = v.strictObject({
  linkId,
  /** Shown in the login window; `/device` asks for its last two digits if another browser opens the link. */
  number: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  /** ms since 1970. */
  expiresAt: v.number(),
})

/**
 * Mails a device link, whether or not the address has an account. If it has one with another recovery address, that address
 * gets its own link with the same number: the wallet is restored only after both approvals.
 */
export const vaultSendLink = defineEndpoint({
  method: 'POST',
  path: '/internal/links',
  summary: 'Mails the link by which the user approves a device.',
  query: none,
  body: v.strictObject({
    email: emailAddress,
    jkt,
    requester,
    /** The user who has this address at A. */
    userId: v.optional(uuid),
    /** The device can work for the mail, or has; absent for a user who has just proved themselves at `/security`. */
    work: v.optional(v.strictObject({ solution: v.optional(workSolution) })),
  }),
  /** `challenge`: nothing was mailed, since many mails were asked for. */
  response: v.union([madeLink, workAsked]),
})

/**
 * Mails the recovery address a link by which the user confirms an already signed-in device, as evidence for later calls to
 * the vault. 403 `action-not-allowed` for a user without an address, 409 `change-conflict` within 24 hours of a change of
 * it.
 */
export const vaultConfirmDevice = defineEndpoint({
  method: 'POST',
  path: '/internal/links/confirm',
  summary: 'Mails the link by which the user confirms a signed-in device.',
  query: none,
  body: v.strictObject({ userId: uuid, jkt, requester }),
  response: madeLink,
})

/** Reads the state of a link, in case the vault's own message did not arrive. */
export const vaultReadLink = defineEndpoint({
  method: 'POST',
  path: '/internal/links/read',
  summary: 'The state of a link.',
  query: none,
  body: v.strictObject({ linkId }),
  response: v.strictObject({ state: v.picklist(['pending', 'approved', 'denied', 'expired']) }),
})

/** A provider of social logins, or `custom:acme`: a site's own login. */
export const provider = v.pipe(v.string(), v.regex(/^(?:[a-z]{1,16}|custom:[a-z0-9-]{1,24})$/))
/** The user at a provider. */
export const subject = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/))
const challenge = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(256))

/** A contact that approves a recovery: an address, by the vault's mailed link; or an account at a provider, by a login that the vault verifies. */
export const contact = v.variant('kind', [
  v.strictObject({ kind: v.literal('email'), email: emailAddress }),
  v.strictObject({ kind: v.literal('social'), provider, subject }),
])
export type Contact = v.InferOutput<typeof contact>

/** Makes the vault's part of the nonce of a social login, for one device, one provider, ten minutes and one use. */
export const vaultLoginChallenge = defineEndpoint({
  method: 'POST',
  path: '/internal/logins/challenge',
  summary: "The vault's part of the nonce of a social login.",
  query: none,
  body: v.strictObject({ jkt, provider }),
  response: v.strictObject({ challenge }),
})

/**
 * Shows the vault a social login. The vault verifies the signature, the audience, the age, and a nonce that contains its own
 * challenge for `jkt`; then it is evidence for this device for 30 minutes. 403 `evidence-required` otherwise.
 */
export const vaultProveLogin = defineEndpoint({
  method: 'POST',
  path: '/internal/logins/prove',
  summary: 'Shows the vault a social login, which it verifies.',
  query: none,
  body: v.strictObject({
    provider,
    jkt,
    challenge,
    txn: v.pipe(v.string(), v.maxLength(128)),
    idToken: v.pipe(v.string(), v.maxLength(8192)),
  }),
  response: v.strictObject({ subject }),
})

/**
 * Shows the vault a Farcaster login. The vault verifies the text, a nonce that contains its own challenge for `jkt`, the signature,
 * and on the chain whose Farcaster id the signer has; then it is evidence for this device for 30 minutes. 403
 * `evidence-required` otherwise, 503 `http-failed` without the chain.
 */
export const vaultProveFarcaster = defineEndpoint({
  method: 'POST',
  path: '/internal/logins/farcaster',
  summary: 'Shows the vault a Farcaster login, which it verifies.',
  query: none,
  body: v.strictObject({
    jkt,
    challenge,
    txn: v.pipe(v.string(), v.maxLength(128)),
    message: v.pipe(v.string(), v.maxLength(4096)),
    signature: v.pipe(v.string(), v.maxLength(8194)),
  }),
  response: v.strictObject({ subject }),
})

/**
 * Binds a user to the evidence that the vault requires at recovery, once, before the wallet is made. `email` needs the link
 * that the vault mailed to this address, approved for `jkt`. Repeating the same binding succeeds; another one is rejected.
 */
export const vaultBindContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/bind',
  summary: 'Binds a user to the evidence for recovery.',
  query: none,
  body: v.variant('kind', [
    v.strictObject({ kind: v.literal('email'), userId: uuid, email: emailAddress, jkt }),
    /** The account at a provider of social logins that {@link vaultProveLogin} verified for `jkt`. */
    v.strictObject({
      ...{ kind: v.literal('social'), userId: uuid, provider, subject, jkt },
      /** Where the vault's notices go. It restores nothing. */
      email: v.optional(emailAddress),
    }),
    /** Verified by a provider that signs nothing: the provider's claim, passed on by A. */
    v.strictObject({ kind: v.literal('provider-email'), userId: uuid, email: emailAddress }),
    v.strictObject({ kind: v.literal('asserted'), userId: uuid }),
  ]),
  response: ok,
})

/**
 * Mails a link to change the recovery address to this one. The link goes to the current recovery address, or to this address
 * itself if it was replaced less than 72 hours ago. Ends the previous link. `same`: this already is the recovery address.
 */
export const vaultChangeContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/change',
  summary: 'Mails the link that changes the recovery address.',
  query: none,
  body: v.strictObject({
    userId: uuid,
    email: emailAddress,
    /** Absent if the owner of a replaced address asks, who has no session. */
    jkt: v.optional(jkt),
    requester,
  }),
  response: v.variant('status', [
    v.strictObject({ status: v.literal('same') }),
    v.strictObject({ status: v.literal('asked'), ...madeLink.entries }),
  ]),
})

/** Reads the recovery address and pending changes of it. */
export const recoveryContact = v.strictObject({
  /** The current recovery address; null if recovery uses none. */
  email: v.nullable(v.string()),
  /** After a change: the next recovery address, and when it takes effect (ms since 1970). */
  next: v.nullable(v.strictObject({ email: v.string(), at: v.number() })),
  /** A link mailed to `by`; after its approval `email` becomes the recovery address. */
  asked: v.nullable(v.strictObject({ by: v.string(), email: v.string(), expiresAt: v.number() })),
})
export type RecoveryContact = v.InferOutput<typeof recoveryContact>

export const vaultReadContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/read',
  summary: 'The recovery address.',
  query: none,
  body: v.strictObject({ userId: uuid }),
  response: recoveryContact,
})

/** Tells whether this device has committed a recovery set at the vault, as it does before it commits the other half at the login server. */
export const vaultReadSet = defineEndpoint({
  method: 'POST',
  path: '/internal/sets/read',
  summary: 'Whether a device has committed a recovery set.',
  query: none,
  body: v.strictObject({ userId: uuid, jkt, setId: uuid }),
  response: v.strictObject({ isCommitted: v.boolean() }),
})

/**
 * Deletes everything that the vault stores for a revoked device: its share sets, approvals and passkeys; and rejects every
 * access token issued to it until then. Gives the same answer if it is already gone.
 */
export const vaultForgetDevice = defineEndpoint({
  method: 'POST',
  path: '/internal/devices/forget',
  summary: "Deletes the vault's data of a revoked device.",
  query: none,
  body: v.strictObject({
    userId: uuid,
    jkt,
    /** Time of the revocation by A's clock; ms since 1970. */
    at: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  response: ok,
})

/** Rejects the access tokens of ended sessions before they expire. Gives the same answer when repeated. */
export const vaultEndSessions = defineEndpoint({
  method: 'POST',
  path: '/internal/sessions/end',
  summary: 'Rejects the access tokens of ended sessions.',
  query: none,
  body: v.strictObject({
    userId: uuid,
    sids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)),
  }),
  response: ok,
})

/**
 * Stops all releases for a user. 409 `change-conflict` for a user for whom nothing could end that again: neither an address at the
 * vault nor a login among `provable` that counts there. `provable` are the logins that the login server can verify now; without it,
 * each login counts.
 */
export const vaultFreeze = defineEndpoint({
  method: 'POST',
  path: '/internal/users/freeze',
  summary: 'Stops all releases for a user.',
  query: none,
  body: v.strictObject({
    userId: uuid,
    provable: v.optional(v.pipe(v.array(contact), v.maxLength(32))),
  }),
  response: ok,
})

/**
 * Ends a freeze in 24 hours: `asked` mails a link, which the user approves first. A user without an address at the vault needs a
 * login that the vault has verified for `jkt` since the freeze, 403 `evidence-required` otherwise, and the 24 hours have `begun`.
 */
export const vaultUnfreeze = defineEndpoint({
  method: 'POST',
  path: '/internal/users/unfreeze',
  summary: 'Asks to end a freeze 24 hours later.',
  query: none,
  body: v.strictObject({ userId: uuid, jkt, requester }),
  response: v.variant('status', [
    v.strictObject({ status: v.literal('asked'), ...madeLink.entries }),
    /** ms since 1970. */
    v.strictObject({ status: v.literal('begun'), unfreezeAt: v.number() }),
  ]),
})

/** An event that the vault reports to A. The vault retries until A answers 2xx; A ignores an `id` that it has seen. */
export const vaultEvent = defineEndpoint({
  method: 'POST',
  path: '/internal/vault/events',
  summary: 'Reports an event of the vault.',
  query: none,
  body: v.strictObject({
    id: uuid,
    /** ms since 1970. */
    at: v.number(),
    kind: v.picklist([
      'device-approved',
      'device-denied',
      'contact-changed',
      'frozen',
      'unfreezing',
      'recovered',
      'recovered-asserted',
      'breaker-opened',
    ]),
    linkId: v.optional(linkId),
    userId: v.optional(uuid),
    jkt: v.optional(jkt),
  }),
  response: none,
})
export type VaultEvent = v.InferOutput<(typeof vaultEvent)['body']>

/** Returns the fingerprints of A's keys: the vault compares them at its start, and does not start if it shares one. */
export const authFingerprints = defineEndpoint({
  method: 'POST',
  path: '/internal/fingerprints',
  summary: 'Fingerprints of the keys of the login server.',
  query: none,
  body: none,
  response: v.strictObject({ fingerprints: v.array(v.string()) }),
})
