import type { RecoveryMode } from '@foyer/protocol/custody'
import type { PageLanguage } from '@foyer/server'
import { auditTable, ratesTable, usedTable } from '@foyer/server/database'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** ms since 1970. */
const moment = (name: string) => bigint(name, { mode: 'number' })

export const users = pgTable('users', {
  userId: text('user_id').primaryKey(),
  recoveryMode: text('recovery_mode').$type<RecoveryMode>().notNull().default('auto'),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  /** The first login after more than a year: for 72 hours from then on, logins that are added are held. */
  awokeAt: moment('awoke_at'),
  frozenAt: moment('frozen_at'),
  unfreezeAt: moment('unfreeze_at'),
  /** Null until the user chooses. */
  preferredAccountType: text('preferred_account_type').$type<'eoa' | 'smartAccount'>(),
  /** When the vault bound this user's recovery contact. */
  boundAt: moment('bound_at'),
})

/**
 * The identity by which a login finds its user. For provider `email` the subject is the address's HMAC, and the address
 * is encrypted.
 */
export const identities = pgTable(
  'identities',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    /** `email`, or the name of a provider of social logins, whose subject is the user's id there. */
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    /** HMAC of an address that the provider vouches for; null for provider `email`. */
    emailHmac: text('email_hmac'),
    userName: text('user_name'),
    /** The key of the HMAC, by its name; empty where it was not written down. */
    subjectKey: text('subject_key').notNull().default(''),
    emailKid: text('email_kid').notNull(),
    emailBlob: text('email_blob').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Until then this login opens nothing. */
    heldUntil: moment('held_until'),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.provider, table.subject),
    index('identities_email').on(table.emailHmac),
    index('identities_user').on(table.userId),
    index('identities_kid').on(table.emailKid),
  ],
)

/** A browser on a site, as a user logged in there. */
export const devices = pgTable(
  'devices',
  {
    deviceId: text('device_id').primaryKey(),
    userId: text('user_id').notNull(),
    jkt: text('jkt').notNull(),
    /** Null on the login site's own pages. */
    origin: text('origin'),
    browser: text('browser').notNull(),
    networkHmac: text('network_hmac').notNull(),
    approvedAt: moment('approved_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** When the vault heard that it is revoked. */
    vaultToldAt: moment('vault_told_at'),
  },
  (table) => [
    uniqueIndex('devices_user_jkt').on(table.userId, table.jkt),
    index('devices_jkt').on(table.jkt),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    userId: text('user_id').notNull(),
    deviceId: text('device_id').notNull(),
    jkt: text('jkt').notNull(),
    /** Null on the login site's own pages. */
    projectId: text('pid'),
    origin: text('org'),
    amr: text('amr').notNull(),
    authAt: moment('auth_at').notNull(),
    /** SHA-256 of the current refresh token. */
    tokenHash: text('rt_hash').notNull().unique(),
    /** SHA-256 of the previous token, the time it was used, and the answer to it, which only that token opens. */
    spentHash: text('spent_hash'),
    spentAt: moment('spent_at'),
    spentAnswer: text('spent_answer'),
    steppedUpUntil: moment('stepped_up_until'),
    idleUntil: moment('idle_exp').notNull(),
    absoluteUntil: moment('abs_exp').notNull(),
    revokedAt: moment('revoked_at'),
    /** When the vault heard that it is over. */
    vaultToldAt: moment('vault_told_at'),
  },
  (table) => [
    index('sessions_untold')
      .on(table.revokedAt)
      .where(sql`${table.vaultToldAt} is null and ${table.revokedAt} is not null`),
    index('sessions_jkt').on(table.jkt),
    index('sessions_user').on(table.userId),
    index('sessions_spent').on(table.spentHash),
  ],
)

/** Every refresh token used in a living family: reusing one ends the family. */
export const spentTokens = pgTable(
  'spent_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sid: text('sid').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [index('spent_tokens_until').on(table.until)],
)

/** `social`: a login at a provider that waits for the vault's link; `link`: an address that becomes a login. */
export type TxnKind = 'login' | 'social' | 'step-up' | 'email-change' | 'link'
export type TxnStep = 'device' | 'code' | 'primary' | 'secondary' | 'done' | 'denied'

/** Something that a code ends: a login, a step-up, a change of address. Good for the device that began it. */
export const txns = pgTable(
  'login_txns',
  {
    txnId: text('txn_id').primaryKey(),
    kind: text('kind').$type<TxnKind>().notNull(),
    step: text('step').$type<TxnStep>().notNull(),
    jkt: text('jkt').notNull(),
    /** Null until the user has authenticated. */
    userId: text('user_id'),
    projectId: text('pid'),
    origin: text('org'),
    browser: text('browser').notNull(),
    networkHmac: text('network_hmac').notNull(),
    /** Of the page that began it: its mails are in it. @default 'en' */
    language: text('language').$type<PageLanguage>(),
    /** Recipient of the code. */
    emailHmac: text('email_hmac').notNull(),
    emailKid: text('email_kid').notNull(),
    emailBlob: text('email_blob').notNull(),
    /**
     * For a change of address: HMAC of the account's address at its start, which has to allow the change; null: it had
     * none.
     */
    allowedBy: text('allowed_by'),
    /** For a social login that needs the link: the user at the provider, sealed. */
    social: text('social'),
    linkId: text('link_id').unique(),
    /** When the vault's link was approved. */
    approvedAt: moment('approved_at'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('login_txns_jkt').on(table.jkt),
    index('login_txns_expires').on(table.expiresAt),
    index('login_txns_kid').on(table.emailKid),
  ],
)

/** Steps of a social login: begun, attested by the frame, at the provider, answered, redeemed. */
export type SocialStep = 'new' | 'bound' | 'away' | 'exchange' | 'result' | 'done'

/** The purpose of a login at a provider. */
export type SocialPurpose = 'login' | 'link' | 'step-up'

/** A social login. Good for the device that began it, and for the browser that left for the provider. */
export const socialTxns = pgTable(
  'social_txns',
  {
    txnId: text('txn_id').primaryKey(),
    step: text('step').$type<SocialStep>().notNull(),
    jkt: text('jkt').notNull(),
    provider: text('provider').notNull(),
    purpose: text('purpose').$type<SocialPurpose>().notNull().default('login'),
    /** The logged-in user, for a purpose other than a login. */
    userId: text('user_id'),
    projectId: text('pid').notNull(),
    origin: text('org').notNull(),
    /** Where the user's page returns to, if it left itself. */
    returnTo: text('return_to'),
    browser: text('browser').notNull(),
    browserHash: text('browser_hash').notNull(),
    boundHash: text('bound_hash'),
    stateHash: text('state_hash').unique(),
    cookieHash: text('cookie_hash'),
    resultHash: text('result_hash').unique(),
    /** Verifier, nonces and outcome, encrypted under KEK-A. */
    kid: text('kid').notNull(),
    blob: text('blob').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('social_txns_jkt').on(table.jkt),
    index('social_txns_expires').on(table.expiresAt),
  ],
)

/** Channels between a Farcaster login and the user's app, where this server is the relay. What they carry is signed, not secret. */
export const channels = pgTable(
  'farcaster_channels',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** JSON of what is to be signed. */
    params: text('params').notNull(),
    /** JSON of the app's answer. */
    answer: text('answer'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('farcaster_channels_expires').on(table.expiresAt)],
)

/** The newest code of a transaction's step; an HMAC, whose key is outside the database. */
export const codes = pgTable(
  'otps',
  {
    txnId: text('txn_id').notNull(),
    purpose: text('purpose').notNull(),
    codeHmac: text('code_hmac').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    consumedAt: moment('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.txnId, table.purpose] }),
    index('otps_expires').on(table.expiresAt),
  ],
)

/** The ticket that a finished login passes to the key worker, as SHA-256. */
export const tickets = pgTable(
  'tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: text('user_id').notNull(),
    deviceId: text('device_id').notNull(),
    jkt: text('jkt').notNull(),
    projectId: text('pid'),
    origin: text('org'),
    amr: text('amr').notNull(),
    authAt: moment('auth_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('tickets_expires').on(table.expiresAt)],
)

/** The undo of a replaced address; the token exists only in the mail. */
export const undos = pgTable(
  'email_undos',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    /** The previous address of the account: no other account may use it until then. */
    emailKid: text('email_kid').notNull(),
    emailBlob: text('email_blob').notNull(),
    /** As in {@link identities}. */
    subject: text('subject').notNull().default(''),
    subjectKey: text('subject_key').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('email_undos_expires').on(table.expiresAt),
    index('email_undos_subject').on(table.subject),
    index('email_undos_user').on(table.userId),
    index('email_undos_kid').on(table.emailKid),
  ],
)

/**
 * The undo of a login that was added or removed; the token exists only in the mail. It keeps the identity: a removed one belongs to
 * nobody else until then, and can be restored.
 */
export const loginUndos = pgTable(
  'login_undos',
  {
    tokenHash: text('token_hash').primaryKey(),
    change: text('change').$type<'added' | 'removed'>().notNull(),
    changedAt: moment('changed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** The rest as in {@link identities}. */
    id: text('identity_id').notNull(),
    userId: text('user_id').notNull(),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    emailHmac: text('email_hmac'),
    userName: text('user_name'),
    subjectKey: text('subject_key').notNull(),
    emailKid: text('email_kid').notNull(),
    emailBlob: text('email_blob').notNull(),
    createdAt: moment('created_at').notNull(),
    heldUntil: moment('held_until'),
  },
  (table) => [
    index('login_undos_expires').on(table.expiresAt),
    index('login_undos_subject').on(table.provider, table.subject),
    index('login_undos_email').on(table.emailHmac),
    index('login_undos_user').on(table.userId),
    index('login_undos_kid').on(table.emailKid),
  ],
)

/** Changes of contacts that the vault must be told, in order; a row is deleted once it was. */
export const contactChanges = pgTable(
  'contact_changes',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    userId: text('user_id').notNull(),
    /** `deleted` can not be restored; `compared`: the vault deletes contacts that are no login of the account. */
    change: text('change').$type<'removed' | 'deleted' | 'restored' | 'compared'>().notNull(),
    /** JSON of the contact, encrypted under KEK-A; of `compared` null. */
    kid: text('kid').notNull(),
    blob: text('blob').notNull(),
  },
  (table) => [index('contact_changes_kid').on(table.kid)],
)

export const wallets = pgTable(
  'wallets',
  {
    walletId: text('wallet_id').primaryKey(),
    userId: text('user_id').notNull(),
    evm: text('evm').notNull(),
    sol: text('sol').notNull(),
    fp: text('fp').notNull(),
    epoch: integer('epoch').notNull(),
    mode: text('mode').$type<RecoveryMode>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  // A row is a live wallet: the index decides between two tabs that create one at once.
  (table) => [uniqueIndex('wallets_user').on(table.userId)],
)

/** Users whose wallet is held by passkeys alone: its public key, by which a login proves it. No share, no secret. */
export const keyAccounts = pgTable('key_accounts', {
  userId: text('user_id').primaryKey(),
  /** Ed25519, 32 bytes, base64url. */
  account: text('account').notNull().unique(),
})

/** Passkeys and codes that open such a wallet. */
export const walletFactors = pgTable(
  'wallet_factors',
  {
    /** Credential id of a passkey; derived from a code. */
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    mode: text('mode').$type<'passkey' | 'code'>().notNull(),
    /** The wallet's secret, encrypted under this factor alone; null for the passkey from which it is derived. */
    envelope: text('envelope'),
    madeIn: text('made_in').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('wallet_factors_user').on(table.userId)],
)

/** A change that a device has prepared; the wallet as it will be once in force. */
export const changes = pgTable(
  'changes',
  {
    changeId: text('change_id').primaryKey(),
    userId: text('user_id').notNull(),
    jkt: text('jkt').notNull(),
    walletId: text('wallet_id').notNull(),
    evm: text('evm').notNull(),
    sol: text('sol').notNull(),
    fp: text('fp').notNull(),
    epoch: integer('epoch').notNull(),
    baseEpoch: integer('base_epoch').notNull(),
    mode: text('mode').$type<RecoveryMode>().notNull(),
    createdAt: moment('created_at').notNull(),
    committedAt: moment('committed_at'),
  },
  (table) => [index('changes_user').on(table.userId)],
)

export const shares = pgTable(
  'share_a',
  {
    setId: text('set_id').primaryKey(),
    changeId: text('change_id').notNull(),
    userId: text('user_id').notNull(),
    walletId: text('wallet_id').notNull(),
    kind: text('kind').$type<'device' | 'recovery'>().notNull(),
    /** The device that sent the share; for a device set its owner. */
    jkt: text('jkt').notNull(),
    epoch: integer('epoch').notNull(),
    kid: text('kid').notNull(),
    edk: text('edk').notNull(),
    ct: text('ct').notNull(),
    createdAt: moment('created_at').notNull(),
    committedAt: moment('committed_at'),
  },
  (table) => [
    index('share_a_user').on(table.userId),
    index('share_a_change').on(table.changeId),
    index('share_a_kid').on(table.kid),
    uniqueIndex('share_a_recovery')
      .on(table.walletId)
      .where(sql`${table.kind} = 'recovery' and ${table.committedAt} is not null`),
  ],
)

/** Permissions that users granted to sites, and those that they revoked. */
export const permissions = pgTable(
  'permissions',
  {
    userId: text('user_id').notNull(),
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    digest: text('digest').notNull(),
    context: text('context').notNull(),
    origin: text('origin').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.chainId, table.digest] }),
    index('permissions_digest').on(table.digest),
    index('permissions_expiry').on(table.expiresAt),
  ],
)

/** Values that may be used once only: proofs, nonces of service calls, events of the vault. */
export const used = usedTable('used')
export const rates = ratesTable('rates')
export const audit = auditTable('audit')
