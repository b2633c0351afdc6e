import * as v from 'valibot'
import { base64Url, epoch } from './custodyFields.ts'
import { publicKey } from './publicKey.ts'

/** Kinds of factors that a user can hold. */
export const factorMode = v.picklist(['passkey', 'password', 'code'])
export type FactorMode = v.InferOutput<typeof factorMode>

/** A passkey's credential id; `code` and `password` for the only one of its kind; {@link factorMode} if not known. */
export const factorId = base64Url(1400)

/** Maximum of factors that open one recovery key: ten passkeys, a password and a code. */
const maxFactors = 12

const wrappedBy = {
  mode: factorMode,
  /** IV and ciphertext of the private half (PKCS #8) under the factor's key, with `recoveryKeyAad`. */
  wrapped: base64Url(1024),
  /** Parameters for deriving the factor's key: the salt of PRF and code, and Argon2id's parameters of a password. */
  kdf: v.strictObject({
    salt: base64Url(64),
    /** KiB, passes, lanes. */
    argon2id: v.optional(
      v.strictObject({
        m: v.pipe(v.number(), v.integer(), v.minValue(65_536), v.maxValue(1_048_576)),
        t: v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(16)),
        p: v.literal(1),
      }),
    ),
  }),
}

/** The recovery key's private half, wrapped for one factor. */
export const recoveryFactor = v.strictObject({
  id: factorId,
  ...wrappedBy,
  /** ms since 1970, by the clock of the browser that added it. */
  createdAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type RecoveryFactor = v.InferOutput<typeof recoveryFactor>

const key = {
  /** Thumbprint of `publicKey`. */
  keyId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  publicKey,
  /** Epoch of the wallet at its enrolment; part of the additional data of every factor. */
  epoch,
}

/**
 * The user's recovery key as the vault stores it, encrypted again with the vault's own key. Each factor opens it alone;
 * their ids differ.
 */
export const recoveryKeyRecord = v.strictObject({
  ...key,
  factors: v.pipe(
    v.array(recoveryFactor),
    v.minLength(1),
    v.maxLength(maxFactors),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'one of each id'),
  ),
})
export type RecoveryKeyRecord = v.InferOutput<typeof recoveryKeyRecord>

/** The stored form until 2026-11-23, of a key with one factor whose id was not kept. */
const oneFactorRecord = v.strictObject({ ...key, ...wrappedBy })

/**
 * Reads a stored record, also in the older form with one factor; its factor then has its mode as id.
 *
 * @param stored - The parsed JSON.
 * @param since.createdAt - When an older record was stored; ms since 1970.
 */
export function readRecoveryKeyRecord(
  stored: unknown,
  { createdAt }: { createdAt: number },
): RecoveryKeyRecord {
  const older = v.safeParse(oneFactorRecord, stored)
  if (!older.success) return v.parse(recoveryKeyRecord, stored)
  const { keyId, publicKey, epoch, ...factor } = older.output
  return { keyId, publicKey, epoch, factors: [{ id: factor.mode, ...factor, createdAt }] }
}
