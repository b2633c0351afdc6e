import { auditTable, ratesTable, usedTable } from '@foyer/server'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** ms since 1970. */
const moment = (name: string) => bigint(name, { mode: 'number' })

/** What B asks of a user at recovery, tied once; the address is under KEK-B, its HMAC finds it. */
export const users = pgTable(
  'b_users',
  {
    userId: text('user_id').primaryKey(),
    evidence: text('evidence').$type<'email' | 'provider-email' | 'asserted'>().notNull(),
    contactHmac: text('contact_hmac'),
    contactKid: text('contact_kid'),
    contactBlob: text('contact_blob'),
    /** After a change the address before it stays the one that counts, until then. */
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

/** Addresses that were replaced: each can take its place back by a link of its own until then. */
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

/** `contact` asks the address on file to make way for another one; `restore` asks one that was replaced, to come back. */
export type LinkKind = 'device' | 'contact' | 'restore' | 'freeze' | 'unfreeze'
export type LinkState = 'pending' | 'approved' | 'denied'

/** What `/device` shows of who asks. */
export type LinkContext = {
  origin: string
  /** The device is signed in already, and the vault asks for more. @default a login */
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
  /** Of a change of contact: the new address, under KEK-B. */
  nextHmac: text('next_hmac'),
  nextKid: text('next_kid'),
  nextBlob: text('next_blob'),
  state: text('state').$type<LinkState>().notNull().default('pending'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** That the holder of a contact, or of a user's passkey, approved a device. */
export const evidence = pgTable(
  'b_evidence',
  {
    contactHmac: text('contact_hmac').notNull(),
    jkt: text('jkt').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contactHmac, table.jkt] })],
)

/**
 * The wallet of a user that is in force: one a user. Sets of another wallet count for nothing.
 */
export const wallets = pgTable('b_wallets', {
  userId: text('user_id').primaryKey(),
  walletId: text('wallet_id').notNull(),
  evm: text('evm').notNull(),
  sol: text('sol').notNull(),
  createdAt: moment('created_at').notNull(),
  /** When a device said that both servers have it in force: from then on no other wallet takes its place. */
  confirmedAt: moment('confirmed_at'),
})

/** Keys of devices that were revoked, and until when their tokens were issued in vain. */
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
    /** The device that brought it. */
    jkt: text('jkt').notNull(),
    mode: text('mode').$type<'auto' | 'passkey' | 'password' | 'code'>().notNull(),
    epoch: integer('epoch').notNull(),
    evm: text('evm').notNull(),
    sol: text('sol').notNull(),
    kid: text('kid').notNull(),
    edk: text('edk').notNull(),
    ct: text('ct').notNull(),
    changeId: text('change_id').notNull(),
    /** The recovery set that was in force when this one was prepared: a commit takes the place of no other. */
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

/** Recovery keys of user-held modes: already wrapped under the user's factor, and under KEK-B besides. */
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

/** Evidence that a person makes with a passkey. What its PRF gives is the user's and never here. */
export const passkeys = pgTable(
  'passkeys',
  {
    credentialId: text('cred_id').primaryKey(),
    userId: text('user_id').notNull(),
    /** The key that registered it, with which it goes. Empty: it was not written down. */
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

/** SHA-256 of what opens the challenge of a user's recovery key, for one device. */
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

/** What A is still to be told. */
export const outbox = pgTable('b_outbox', {
  id: text('id').primaryKey(),
  event: text('event').notNull(),
  at: moment('at').notNull(),
  tries: integer('tries').notNull().default(0),
  nextAt: moment('next_at').notNull(),
})

export const audit = auditTable('b_audit')
