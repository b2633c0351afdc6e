import * as v from 'valibot'

/** What a relay sends: its own requests, and answers to ours. */
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
 * Reads one frame. Its id stays as it was written: relays give numbers that JavaScript can not hold, and want them back
 * to the last digit.
 *
 * @returns undefined for what is no frame.
 */
export function parseFrame(text: string): Frame | undefined {
  try {
    // Only outside of strings: inside one, the quote before `id` has a backslash before it.
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

/** Our answer to a request of the relay. @param id - As {@link parseFrame} gave it. */
export const formatAck = (id: string): string => `{"id":${id},"jsonrpc":"2.0","result":true}`
