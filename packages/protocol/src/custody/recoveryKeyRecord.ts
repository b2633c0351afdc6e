import * as v from 'valibot'
import { base64Url, epoch } from './custodyFields.ts'
import { publicKey } from './publicKey.ts'

/**
 * The user's recovery key as the vault stores it, encrypted again with the vault's own key. `wrapped` is IV and ciphertext of
 * the private half (PKCS #8) under the factor's key, with `recoveryKeyAad`.
 */
export const recoveryKeyRecord = v.strictObject({
  mode: v.picklist(['passkey', 'password', 'code']),
  /** Thumbprint of `publicKey`. */
  keyId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  publicKey,
  wrapped: base64Url(1024),
  /** Epoch of the wallet at its enrolment; part of the additional data. */
  epoch,
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
})
export type RecoveryKeyRecord = v.InferOutput<typeof recoveryKeyRecord>
