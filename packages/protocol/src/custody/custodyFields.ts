import * as v from 'valibot'

/** Lower-case UUID, as `crypto.randomUUID` writes it. */
export const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
)

/** base64url text of at most this many characters. */
export const base64Url = (maxLength: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(maxLength))

/** 1 to 65535: counts the recovery sets of a wallet. */
export const epoch = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(0xffff))

/**
 * Protection of the recovery share. `auto`: the vault releases it on its own evidence. The others: it is sealed to a key
 * whose private half only the user's factors open; the value is the kind of the first one (see `recoveryKeyRecord`).
 */
export const recoveryMode = v.picklist(['auto', 'passkey', 'password', 'code'])
export type RecoveryMode = v.InferOutput<typeof recoveryMode>

/** Identifies a wallet on both servers and in the additional data of its recovery shares. */
export const walletFacts = v.strictObject({
  walletId: uuid,
  epoch,
  /** base64url of the 16 bytes of the fingerprint. */
  fp: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
  /** EIP-55 checksummed. */
  evm: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  /** base58 public key. */
  sol: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
})
export type WalletFacts = v.InferOutput<typeof walletFacts>

/** A share uploaded by a change: `device` belongs to the device that sends it, `recovery` to no device. */
export const changeSet = v.strictObject({
  setId: uuid,
  kind: v.picklist(['device', 'recovery']),
  /** The share's bytes (see `encodeShare`), or those bytes sealed to the recovery key. */
  share: base64Url(1024),
})
export type ChangeSet = v.InferOutput<typeof changeSet>

/** The share sets of one change; at most one of each kind. */
export const changeSets = v.pipe(
  v.array(changeSet),
  v.minLength(1),
  v.maxLength(2),
  v.check((sets) => new Set(sets.map(({ kind }) => kind)).size === sets.length, 'one of each kind'),
)
