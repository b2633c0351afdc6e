import { auditTable, ratesTable, usedTable } from '@foyer/server/database'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Defines a column with a time in ms since 1970. */
const moment = (name: string) => bigint(name, { mode: 'number' })

/**
 * The contact that approves recovery, one per user: an address, encrypted under KEK-B and found by its HMAC; or an account at a
 * provider, of which only the HMAC is stored, and then the address is only for notices.
 */
export const users = pgTable(
  'b_users',
  {
    userId: text('user_id').primaryKey(),
    evidence: text('evidence')
      .$type<'email' | 'social' | 'provider-email' | 'asserted'>()
      .notNull(),
    contactHmac: text('contact_hmac'),
    contactKid: text('contact_kid'),
    contactBlob: text('contact_blob'),
    /** After a change: the previous address, which recovery uses until `previous_until`. */
    previousHmac: text('previous_hmac'),
    previousUntil: moment('previous_until'),
    frozenAt: moment('frozen_at'),
    unfreezeAt: moment('unfreeze_at'),
  },
  (table) => [
    index('b_users_contact').on(table.contactHmac),
    index('b_users_kid').on(table.contactKid),
  ],
)

/** Replaced addresses. Each can be restored, by a link mailed to it, for a limited time. */
export const pastContacts = pgTable(
  'b_past_contacts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    contactHmac: text('contact_hmac').notNull(),
    contactKid: text('contact_kid').notNull(),
    contactBlob: text('contact_blob').notNull(),
    replacedAt: moment('replaced_at').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [
    uniqueIndex('b_past_contacts_user').on(table.userId, table.contactHmac),
    index('b_past_contacts_until').on(table.until),
    index('b_past_contacts_kid').on(table.contactKid),
  ],
)

/**
 * Further contacts that approve recovery, besides the one of {@link users}: each was added by a device of the wallet, on evidence
 * of both. A removed one can be restored for 72 hours.
 */
export const moreContacts = pgTable(
  'b_more_contacts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    kind: text('kind').$type<'email' | 'social'>().notNull(),
    contactHmac: text('contact_hmac').notNull(),
    /** The address, encrypted under KEK-B; null for an account at a provider. */
    contactKid: text('contact_kid'),
    contactBlob: text('contact_blob'),
    addedAt: moment('added_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (table) => [
    uniqueIndex('b_more_contacts_user').on(table.userId, table.contactHmac),
    index('b_more_contacts_contact').on(table.contactHmac),
    index('b_more_contacts_kid').on(table.contactKid),
    index('b_more_contacts_removed').on(table.removedAt),
  ],
)

/** Purpose of a link: `contact` replaces the stored address; `restore` restores a replaced one. */
export type LinkKind = 'device' | 'contact' | 'restore' | 'freeze' | 'unfreeze'
export type LinkState = 'pending' | 'approved' | 'denied'

/** The requester, as `/device` shows it. */
export type LinkContext = {
  origin: string
  /** Set when the device is signed in already, and the vault needs more evidence. @default a login */
  purpose?: 'confirm'
  browser: string
  os: string
  /** `203.0.113.0/24` */
  network: string
}

export const links = pgTable('b_device_links', {
  tokenHash: text('token_hash').primaryKey(),
  linkId: text('link_id').notNull().unique(),
  kind: text('kind').$type<LinkKind>().notNull(),
  userId: text('user_id'),
  contactHmac: text('contact_hmac').notNull(),
  jkt: text('jkt').notNull(),
  /** JSON of {@link LinkContext}. */
  context: text('context').notNull(),
  number: text('number').notNull(),
  wrongDigits: integer('wrong_digits').notNull().default(0),
  /** For a change of contact: the new address, encrypted under KEK-B. */
  nextHmac: text('next_hmac'),
  nextKid: text('next_kid'),
  nextBlob: text('next_blob'),
  state: text('state').$type<LinkState>().notNull().default('pending'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Records that the holder of a contact, or of a user's passkey, approved a device. */
export const evidence = pgTable(
  'b_evidence',
  {
    contactHmac: text('contact_hmac').notNull(),
    jkt: text('jkt').notNull(),
    /** The approval itself: it counts for nothing that came after it, such as a freeze or a revocation. */
    createdAt: moment('created_at').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contactHmac, table.jkt] })],
)

/** The committed wallet, one per user. Sets of other wallets are ignored. */
export const wallets = pgTable('b_wallets', {
  userId: text('user_id').primaryKey(),
  walletId: text('wallet_id').notNull(),
  evm: text('evm').notNull(),
  sol: text('sol').notNull(),
  createdAt: moment('created_at').notNull(),
  /** When a device confirmed the wallet at both servers; no other wallet can replace it after that. */
  confirmedAt: moment('confirmed_at'),
})

/** Keys of revoked devices; their tokens issued before a time are refused. */
export const revokedKeys = pgTable(
  'b_revoked_keys',
  {
    userId: text('user_id').notNull(),
    jkt: text('jkt').notNull(),
    notBefore: moment('not_before').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.jkt] })],
)

export const shares = pgTable(
  'share_b',
  {
    setId: text('set_id').primaryKey(),
    userId: text('user_id').notNull(),
    walletId: text('wallet_id').notNull(),
    kind: text('kind').$type<'device' | 'recovery'>().notNull(),
    /** The device that sent it. */
    jkt: text('jkt').notNull(),
    mode: text('mode').$type<'auto' | 'passkey' | 'password' | 'code'>().notNull(),
    epoch: integer('epoch').notNull(),
    evm: text('evm').notNull(),
    sol: text('sol').notNull(),
    kid: text('kid').notNull(),
    edk: text('edk').notNull(),
    ct: text('ct').notNull(),
    changeId: text('change_id').notNull(),
    /** Recovery set that was current when this one was prepared; a commit fails if it has been replaced. */
    baseSetId: text('base_set_id'),
    createdAt: moment('created_at').notNull(),
    committedAt: moment('committed_at'),
  },
  (table) => [
    index('share_b_wallet').on(table.walletId),
    index('share_b_user').on(table.userId),
    index('share_b_change').on(table.changeId),
    index('share_b_kid').on(table.kid),
  ],
)

/** Recovery keys of user-held modes: wrapped under the user's factor, then encrypted under KEK-B. */
export const recoveryKeys = pgTable(
  'recovery_keys',
  {
    changeId: text('change_id').primaryKey(),
    userId: text('user_id').notNull(),
    walletId: text('wallet_id').notNull(),
    jkt: text('jkt').notNull(),
    mode: text('mode').notNull(),
    epoch: integer('epoch').notNull(),
    kid: text('kid').notNull(),
    blob: text('blob').notNull(),
    createdAt: moment('created_at').notNull(),
    committedAt: moment('committed_at'),
  },
  (table) => [
    index('recovery_keys_wallet').on(table.walletId),
    index('recovery_keys_kid').on(table.kid),
  ],
)

/** Passkeys that a user can use as evidence. Their PRF output is never sent to the vault. */
export const passkeys = pgTable(
  'passkeys',
  {
    credentialId: text('cred_id').primaryKey(),
    userId: text('user_id').notNull(),
    /** Thumbprint of the device key that registered the passkey; revoking that device deletes it. Empty if unknown. */
    jkt: text('jkt').notNull().default(''),
    /** COSE, base64url. */
    publicKey: text('pubkey').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Comma-separated. */
    transports: text('transports').notNull(),
    madeIn: text('made_in').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** SHA-256 of the answer to the challenge of a user's recovery key, for one device. */
export const challenges = pgTable(
  'b_challenges',
  {
    userId: text('user_id').notNull(),
    jkt: text('jkt').notNull(),
    answerHash: text('answer_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.jkt] })],
)

/** Releases for recovery, counted over sliding windows. */
export const releases = pgTable(
  'b_releases',
  {
    rid: text('rid').primaryKey(),
    userId: text('user_id').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('b_releases_at').on(table.at), index('b_releases_user').on(table.userId)],
)

export const used = usedTable('b_used')

export const rates = ratesTable('b_rates')

/** Events that A has not accepted yet. */
export const outbox = pgTable('b_outbox', {
  id: text('id').primaryKey(),
  event: text('event').notNull(),
  at: moment('at').notNull(),
  tries: integer('tries').notNull().default(0),
  nextAt: moment('next_at').notNull(),
})

export const audit = auditTable('b_audit')
