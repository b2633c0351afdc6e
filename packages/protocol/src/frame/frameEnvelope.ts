import * as v from 'valibot'

/** The secure frame's protocol. @source ledger 9.26 */
export const frameVersion = 4

/** @source security 3.3, spec 9 */
export const frameLimits = {
  /** Of one message, as JSON. */
  bytes: 256 * 1024,
  /** Requests that wait at the same time. @source ledger 9.6 */
  open: 99,
  /** The page waits so long for the frame, ms. @source ledger 9.2 */
  loadMs: 20_000,
  /** And so long once more after it is ready, ms. @source ledger 4.8 */
  readyDelayMs: 500,
  /** A code is sent again after this time, ms. @source ledger 9.1 */
  emailThrottleMs: 30_000,
} as const

/** 128 random bits in hex. */
export const nonce = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
export const sequence = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const messageName = v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{0,63}$/))
export const payload = v.optional(v.unknown())

/** The handshake: the frame's first word, to the window that embeds it. @source security 3.2 */
export const frameHello = v.strictObject({
  k: v.literal('foyer'),
  t: v.literal('hello'),
  v: v.literal(frameVersion),
  fn: nonce,
})
/** What the browser of the frame can do: visibility that can be trusted, lasting storage, passkeys. */
const frameCaps = v.strictObject({ io2: v.boolean(), storage: v.boolean(), passkey: v.boolean() })
export type FrameCaps = v.InferOutput<typeof frameCaps>
export const frameReady = v.strictObject({
  t: v.literal('READY'),
  version: v.literal(frameVersion),
  hn: nonce,
  caps: frameCaps,
})

/** What the frame sends: an answer with the `id` of its request, or a push without. */
export const frameReplyEnvelope = v.strictObject({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  n: sequence,
  t: messageName,
  p: payload,
})

/** A nonce of the handshake: 128 random bits in hex. */
export function createFrameNonce(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
