import { HttpError } from '@foyer/server'
import * as v from 'valibot'

/** Parses a verified webhook. @throws {@link HttpError} 400 when it has another shape */
export function parseEvent<schema extends v.GenericSchema>(
  schema: schema,
  text: string,
): v.InferOutput<schema> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new HttpError(400, 'parse-failed', 'The body is not JSON')
  }
  const parsed = v.safeParse(schema, json)
  if (parsed.success) return parsed.output
  throw new HttpError(400, 'request-invalid', 'The message has another shape', {
    field: v.getDotPath(parsed.issues[0]) ?? undefined,
  })
}

/** An id that a webhook names. */
export const eventIdText = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** Hash of a transaction: hex on EVM, base58 on Solana. Anything else is dropped. */
export const eventHash = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/))),
  undefined,
)
