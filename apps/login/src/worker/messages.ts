import { signRequest } from '@foyer/decode'
import { recoveryEvidence } from '@foyer/protocol/custody'
import * as v from 'valibot'

const bytes = (min: number, max: number) =>
  v.pipe(
    v.instance(Uint8Array<ArrayBuffer>),
    v.check((value) => value.length >= min && value.length <= max, `${min} to ${max} bytes`),
  )
const rid = v.pipe(v.string(), v.uuid())

/** base64url of a credential id. */
const factorId = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(1400))

/**
 * The user's factor as the page collected it: the PRF output of a passkey with its credential id, or the typed code in
 * ASCII.
 */
const factor = v.variant('mode', [
  v.strictObject({
    mode: v.literal('passkey'),
    secret: bytes(32, 32),
    id: v.optional(factorId),
    isAdded: v.optional(v.boolean()),
  }),
  v.strictObject({ mode: v.literal('code'), secret: bytes(28, 64) }),
])
export type GivenFactor = v.InferOutput<typeof factor>

/**
 * Schemas of all messages that the key worker accepts; `→` names the answer. No message returns a key; only
 * `exportOnce` returns the recovery phrase and private keys.
 *
 * @source security 2.6
 */
export const keyMessages = {
  /** Creates the wallet → {@link Addresses}. */
  create: v.strictObject({}),
  /**
   * Signs in, with the `ticket` of a login or with the stored session → {@link LoadedWallet} and the device's id, key
   * thumbprint and kind of storage.
   */
  load: v.strictObject({ ticket: v.optional(v.pipe(v.string(), v.maxLength(128))) }),
  /** → {@link Addresses} of this device's wallet. */
  addresses: v.strictObject({}),
  /** Validates and stores a request → its digest and the worker's copy. */
  prepare: v.strictObject({ rid, request: signRequest }),
  /** Signs a prepared request if the digest matches → signature or signed transaction, depending on its method. */
  sign: v.strictObject({
    rid,
    digest: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
    /** Required by a wallet that is held by passkeys alone. */
    factor: v.optional(factor),
  }),
  /**
   * Changes recovery. `new-code` returns a new code to show; `passkey` and `code` (typed back) enrol that factor; `auto`
   * returns to automatic recovery. `present` is the current factor, required if there is one.
   */
  enrolRecovery: v.strictObject({
    factor: v.variant('mode', [
      ...factor.options,
      v.strictObject({ mode: v.literal('new-code') }),
      v.strictObject({ mode: v.literal('auto') }),
    ]),
    present: v.optional(factor),
  }),
  /**
   * Adds a factor that opens the recovery key alone, or removes one by its id. `present` is any of the current factors. A
   * code is the one that `enrolRecovery` made as `new-code`, typed back.
   */
  changeFactors: v.strictObject({
    change: v.union([v.strictObject({ add: factor }), v.strictObject({ remove: factorId })]),
    present: factor,
  }),
  /**
   * Logs in with a passkey or a code that opens a wallet by itself → {@link LoadedWallet}, `ready`. `create` makes the wallet of
   * a new passkey.
   */
  openByFactor: v.strictObject({
    factor,
    create: v.optional(v.boolean(), false),
    site: v.optional(v.strictObject({ projectId: v.string(), origin: v.string() })),
  }),
  /**
   * Reads a typed phrase or Ethereum private key → its addresses. With a new passkey, opens that wallet by it →
   * {@link ReadyWallet} as `opened`.
   */
  importWallet: v.strictObject({ typed: bytes(1, 1024), factor: v.optional(factor) }),
  /** Proves the user of such a wallet again → until when, ms since 1970. */
  stepUp: v.strictObject({ factor }),
  /** Restores the wallet on this device → {@link Addresses}. */
  recover: v.strictObject({
    evidence: v.optional(recoveryEvidence),
    factor: v.optional(factor),
  }),
  /** Exports the wallet, once and only on the top-level page `/export` → {@link ExportedWallet}. */
  exportOnce: v.strictObject({
    /** As for `sign`. */
    factor: v.optional(factor),
  }),
  /** Deletes this device's shares at both servers, and its record. */
  forget: v.strictObject({}),
} as const

export type KeyMessage = keyof typeof keyMessages
export type KeyParams<name extends KeyMessage> = v.InferInput<(typeof keyMessages)[name]>
