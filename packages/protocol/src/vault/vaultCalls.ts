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

/** Mails a device link, whether or not the address has an account. */
export const vaultSendLink = defineEndpoint({
  method: 'POST',
  path: '/internal/links',
  summary: 'Mails the link by which a person approves a device.',
  query: none,
  body: v.strictObject({ email: emailAddress, jkt, requester }),
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

/** Asks the address on file, by a link of the vault's own, to give way to another one. */
export const vaultChangeContact = defineEndpoint({
  method: 'POST',
  path: '/internal/contacts/change',
  summary: 'Mails the address on file the link that lets another address take its place.',
  query: none,
  body: v.strictObject({ userId: uuid, email: emailAddress, jkt, requester }),
  response: madeLink,
})

/** What the vault holds of a device that was revoked: its share sets and its approvals. Gone already: the same answer. */
export const vaultForgetDevice = defineEndpoint({
  method: 'POST',
  path: '/internal/devices/forget',
  summary: 'Deletes what the vault holds of a revoked device.',
  query: none,
  body: v.strictObject({ userId: uuid, jkt }),
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
