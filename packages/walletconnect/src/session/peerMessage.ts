import * as v from 'valibot'

const id = v.pipe(v.number(), v.safeInteger())
/** What a peer sends: a request, or an answer to one. */
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

/** An answer of a peer: its result, or why it refused. */
export type PeerAnswer = Exclude<v.InferOutput<typeof peerMessage>, { method: string }>
