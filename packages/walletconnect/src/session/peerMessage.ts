import * as v from 'valibot'

const id = v.pipe(v.number(), v.safeInteger())
/** A peer's message: a request, or an answer. */
export const peerMessage = v.union([
  v.object({ id, method: v.pipe(v.string(), v.maxLength(128)), params: v.unknown() }),
  v.object({
    id,
    error: v.object({
      code: v.number(),
      message: v.optional(v.string(), ''),
      data: v.optional(v.unknown()),
    }),
  }),
  v.object({ id, result: v.unknown() }),
])

/** A peer's answer: its result or error. */
export type PeerAnswer = Exclude<v.InferOutput<typeof peerMessage>, { method: string }>
