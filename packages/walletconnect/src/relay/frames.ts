import * as v from 'valibot'

/** Messages of a relay: its own requests, and answers to ours. */
export const frame = v.union([
  v.object({ id: v.string(), method: v.string(), params: v.unknown() }),
  v.object({
    id: v.string(),
    error: v.object({ code: v.number(), message: v.optional(v.string(), '') }),
  }),
  v.object({ id: v.string(), result: v.unknown() }),
])
export type Frame = v.InferOutput<typeof frame>

/**
 * Parses one frame. Keeps its id as written: relays send numbers beyond JavaScript's precision, and expect every digit
 * back.
 *
 * @returns undefined if it is not a frame.
 */
export function parseFrame(text: string): Frame | undefined {
  try {
    // Only outside strings: inside one, the quote before `id` is escaped.
    const quoted = text.replace(
      /(?<!\\)"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/g,
      (_, id: string) => `"id":${JSON.stringify(id)}`,
    )
    const parsed = v.safeParse(frame, JSON.parse(quoted))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Builds the answer to a relay's request. @param id - From {@link parseFrame}. */
export const formatAck = (id: string): string => `{"id":${id},"jsonrpc":"2.0","result":true}`
