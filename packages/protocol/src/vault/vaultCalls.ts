import * as v from 'valibot'
import { uuid } from '../custody/custodyFields.ts'
import { defineEndpoint } from '../endpoint.ts'

const none = v.strictObject({})
const ok = v.strictObject({ done: v.literal(true) })

/**
 * An e-mail address that may stand in a mail header: ASCII, lower case, no display name, no line break, at most 254.
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

/** Of a site, as the frame's handshake attested it. */
export const origin = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/),
)

/** Who asks, as A saw it: the vault shows it on `/device` and compares it with who opens the link. */
export const requester = v.strictObject({
  ip: v.pipe(v.string(), v.maxLength(64)),
  userAgent: v.pipe(v.string(), v.maxLength(512)),
  origin,
})

const madeLink = v.strictObject({
  linkId,
  /** Shown in the login window; `/device` asks for its last two digits when another browser opens the link. */
  number: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  /** ms since 1970. */
  expiresAt: v.number(),
})

/**
 * Mails a device link, whether or not the address has an account. Where it has one and the vault asks another address for
 * recovery, that one gets a link of its own with the same number: without both approvals the wallet does not come.
 */
export const vaultSendLink = defineEndpoint({
  method: 'POST',
  path: '/internal/links',
  summary: 'Mails the link by which a person approves a device.',
  query: none,
  body: v.strictObject({
    email: emailAddress,
    jkt,
    requester,
    /** Whose address it is at A. */
    userId: v.optional(uuid),
  }),
  response: madeLink,
})

/**
 * Mails the address on file a link by which the user confirms a device that is signed in already: evidence for what the
 * vault asks it for. 403 `action-not-allowed` for a user without an address, 409 `change-conflict` within 24 hours of a
 * change of it.
 */
export const vaultConfirmDevice = defineEndpoint({
  method: 'POST',
  path: '/internal/links/confirm',
  summary: 'Mails the link by which a person confirms a device that is signed in.',
  query: none,
  body: v.strictObject({ userId: uuid, jkt, requester }),
  response: madeLink,
})

/** What became of a link, for when the vault's own word of it did not arrive. */
export const vaultReadLink = defineEndpoint({
  method: 'POST',
  path: '/internal/links/read',
  summary: 'The state of a link.',
  query: none,
  body: v.strictObject({ linkId }),
  response: v.strictObject({ state: v.picklist(['pending', 'approved', 'denied', 'expired']) }),
})

/**
 * Ties a user to what the vault will ask for at recovery, once, before the wallet is made. `email` needs the link that
 * the vault mailed to this address, approved for `jkt`; the same again answers the same, another one is refused.
 */
export const vaultBindContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/bind',
  summary: 'Ties a user to the evidence of recovery.',
  query: none,
  body: v.variant('kind', [
    v.strictObject({ kind: v.literal('email'), userId: uuid, email: emailAddress, jkt }),
    /** Verified by a provider that signs nothing: the address is the provider's word, passed on by A. */
    v.strictObject({ kind: v.literal('provider-email'), userId: uuid, email: emailAddress }),
    v.strictObject({ kind: v.literal('asserted'), userId: uuid }),
  ]),
  response: ok,
})

/**
 * Asks, by a link of the vault's own, to let recovery go by this address: the address on file, or this address itself where
 * it was replaced less than 72 hours ago. Ends the link that was mailed before. `same`: recovery goes by it already.
 */
export const vaultChangeContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/change',
  summary: 'Mails the link that lets another address take the place of the one on file.',
  query: none,
  body: v.strictObject({
    userId: uuid,
    email: emailAddress,
    /** None where the holder of a replaced address asks, who has no session. */
    jkt: v.optional(jkt),
    requester,
  }),
  response: v.variant('status', [
    v.strictObject({ status: v.literal('same') }),
    v.strictObject({ status: v.literal('asked'), ...madeLink.entries }),
  ]),
})

/** Which address recovery goes by, and what is under way. */
export const recoveryContact = v.strictObject({
  /** The address that recovery asks now; null where it asks none. */
  email: v.nullable(v.string()),
  /** After a change: the address that recovery asks from then on (ms since 1970). */
  next: v.nullable(v.strictObject({ email: v.string(), at: v.number() })),
  /** A link that was mailed to `by` and lets `email` take its place when it is approved. */
  asked: v.nullable(v.strictObject({ by: v.string(), email: v.string(), expiresAt: v.number() })),
})
export type RecoveryContact = v.InferOutput<typeof recoveryContact>

export const vaultReadContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/read',
  summary: 'Which address recovery goes by.',
  query: none,
  body: v.strictObject({ userId: uuid }),
  response: recoveryContact,
})

/**
 * Ends what the vault holds of a device that was revoked: its share sets, approvals and passkeys, and every access token
 * of it that was issued until then. Gone already: the same answer.
 */
export const vaultForgetDevice = defineEndpoint({
  method: 'POST',
  path: '/internal/devices/forget',
  summary: 'Deletes what the vault holds of a revoked device.',
  query: none,
  body: v.strictObject({
    userId: uuid,
    jkt,
    /** When it was revoked, by A's clock; ms since 1970. */
    at: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  response: ok,
})

/** Refuses the access tokens of sessions that are over, before their time. Told again: the same answer. */
export const vaultEndSessions = defineEndpoint({
  method: 'POST',
  path: '/internal/sessions/end',
  summary: 'Refuses the access tokens of sessions that are over.',
  query: none,
  body: v.strictObject({
    userId: uuid,
    sids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)),
  }),
  response: ok,
})

/** Stops all releases for a user. */
export const vaultFreeze = defineEndpoint({
  method: 'POST',
  path: '/internal/users/freeze',
  summary: 'Stops all releases for a user.',
  query: none,
  body: v.strictObject({ userId: uuid }),
  response: ok,
})

/** Asks by a link to end a freeze; it ends 24 hours after the approval. */
export const vaultUnfreeze = defineEndpoint({
  method: 'POST',
  path: '/internal/users/unfreeze',
  summary: 'Mails the link that ends a freeze 24 hours later.',
  query: none,
  body: v.strictObject({ userId: uuid, jkt, requester }),
  response: madeLink,
})

/** What the vault tells A. Sent until A answers 2xx; A drops an `id` that it has seen. */
export const vaultEvent = defineEndpoint({
  method: 'POST',
  path: '/internal/vault/events',
  summary: 'What happened in the vault.',
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

/** Fingerprints of A's keys: the vault asks at its start, and does not start when one is its own. */
export const authFingerprints = defineEndpoint({
  method: 'POST',
  path: '/internal/fingerprints',
  summary: 'Fingerprints of the keys of the login server.',
  query: none,
  body: none,
  response: v.strictObject({ fingerprints: v.array(v.string()) }),
})
