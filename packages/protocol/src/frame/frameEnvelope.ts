import * as v from 'valibot'

/** The protocol version of the secure frame. @source spec 9.26 */
export const frameVersion = 4

/** @source security 3.3, spec 9 */
export const frameLimits = {
  /** Size of one message, as JSON. */
  bytes: 256 * 1024,
  /** Requests that may wait at the same time. @source spec 9.6 */
  open: 99,
  /** Timeout of the page for loading the frame, ms. @source spec 9.2 */
  loadMs: 20_000,
  /** Extra wait after the frame is ready, ms. @source spec 4.8 */
  readyDelayMs: 500,
  /** Minimum time between two codes, ms. @source spec 9.1 */
  emailThrottleMs: 30_000,
} as const

/** 128 random bits in hex. */
export const nonce = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
export const sequence = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const messageName = v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{0,63}$/))
export const payload = v.optional(v.unknown())

/** The frame's hello, to the window that embeds it. @source security 3.2 */
export const frameHello = v.strictObject({
  k: v.literal('foyer'),
  t: v.literal('hello'),
  v: v.literal(frameVersion),
  fn: nonce,
})
/** Capabilities of the frame's browser: trusted visibility, persistent storage, passkeys. */
const frameCaps = v.strictObject({ io2: v.boolean(), storage: v.boolean(), passkey: v.boolean() })
export type FrameCaps = v.InferOutput<typeof frameCaps>
export const frameReady = v.strictObject({
  t: v.literal('READY'),
  version: v.literal(frameVersion),
  hn: nonce,
  caps: frameCaps,
})

/** A message from the frame: an answer with the `id` of its request, or a push without one. */
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
