import { signRequest } from '@foyer/decode'
import { recoveryEvidence } from '@foyer/protocol/custody'
import * as v from 'valibot'

const bytes = (min: number, max: number) =>
  v.pipe(
    v.instance(Uint8Array<ArrayBuffer>),
    v.check((value) => value.length >= min && value.length <= max, `${min} to ${max} bytes`),
  )
const rid = v.pipe(v.string(), v.uuid())

/** The user's factor as the page collected it: the PRF output of a passkey, or the typed code in ASCII. */
const factor = v.variant('mode', [
  v.strictObject({ mode: v.literal('passkey'), secret: bytes(32, 32) }),
  v.strictObject({ mode: v.literal('code'), secret: bytes(28, 64) }),
])
export type GivenFactor = v.InferOutput<typeof factor>

/**
 * All that the key worker can be asked. There is no message that gives a key; the words leave only by `exportOnce`.
 *
 * @source security 2.6
 */
export const keyMessages = {
  /** Makes the wallet → {@link Addresses}. */
  create: v.strictObject({}),
  /**
   * Signs in (`ticket` of a login, else the kept session) and returns the next step → {@link LoadedWallet} and device.
   */
  load: v.strictObject({ ticket: v.optional(v.pipe(v.string(), v.maxLength(128))) }),
  /** → {@link Addresses} of this device's wallet. */
  addresses: v.strictObject({}),
  /** Checks and keeps a request → its digest. */
  prepare: v.strictObject({ rid, request: signRequest }),
  /** Signs the request if the approved digest is the kept one → signature, signed transaction, as its method says. */
  sign: v.strictObject({ rid, digest: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)) }),
  /**
   * `new-code` gives a fresh code to show; `passkey` and `code` (typed back) enrol that factor; `auto` goes back.
   * `present` is the factor in force, where there is one.
   */
  enrolRecovery: v.strictObject({
    factor: v.variant('mode', [
      ...factor.options,
      v.strictObject({ mode: v.literal('new-code') }),
      v.strictObject({ mode: v.literal('auto') }),
    ]),
    present: v.optional(factor),
  }),
  /** Restores the wallet on this device → {@link Addresses}. */
  recover: v.strictObject({
    evidence: v.optional(recoveryEvidence),
    factor: v.optional(factor),
  }),
  /** Only on the top-level page `/export`, and once → {@link ExportedWallet}. */
  exportOnce: v.strictObject({}),
  /** Ends this device's share in both stores and deletes its record. */
  forget: v.strictObject({}),
} as const

export type KeyMessage = keyof typeof keyMessages
export type KeyParams<name extends KeyMessage> = v.InferInput<(typeof keyMessages)[name]>
