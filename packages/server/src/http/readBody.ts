import * as v from 'valibot'
import type { Call } from './call.ts'
import { HttpError } from './httpError.ts'
import { readBytes, TooLong } from './readBytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Reads the body of a call and stops as soon as it exceeds its route's budget.
 * @throws {@link HttpError} 413 `limit-exceeded`
 */
export async function readCallBody(c: Call): Promise<Bytes> {
  const request = c.req.raw
  const { bodyBytes: maxBytes } = c.get('budget')
  const tooLong = () =>
    new HttpError(413, 'limit-exceeded', `The body is longer than ${maxBytes} bytes`)
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLong()
  return readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof TooLong ? tooLong() : error
  })
}

/** Decodes a body as text. @throws {@link HttpError} 400 `parse-failed` for invalid UTF-8 */
export function decodeBody(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new HttpError(400, 'parse-failed', 'The body could not be read as UTF-8', { cause })
  }
}

/**
 * Parses a body as JSON.
 * @throws {@link HttpError} 400 `parse-failed`, `request-invalid` with the path of the field and never its value
 */
export function parseBody<schema extends v.GenericSchema>(
  schema: schema,
  bytes: Bytes,
): v.InferOutput<schema> {
  let json: unknown
  try {
    json = JSON.parse(decodeBody(bytes))
  } catch {
    throw new HttpError(400, 'parse-failed', 'The body is not JSON')
  }
  const parsed = v.safeParse(schema, json)
  if (parsed.success) return parsed.output
  const field = v.getDotPath(parsed.issues[0]) ?? undefined
  throw new HttpError(400, 'request-invalid', `Not valid: ${field ?? 'the body'}`, { field })
}
