import { HttpError } from '@foyer/server'
import * as v from 'valibot'

/** Encodes the position after a page's last row as an opaque cursor. */
export const formatCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/**
 * Decodes a cursor of {@link formatCursor}.
 *
 * @throws {@link HttpError} 400 that names the field
 */
export function parseCursor<const schema extends v.GenericSchema>(
  text: string,
  schema: schema,
): v.InferOutput<schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), decode(text))
  if (parsed.success) return parsed.output
  throw new HttpError(400, 'params-invalid', 'cursor: is none of this server', { field: 'cursor' })
}

const decode = (text: string) => Buffer.from(text, 'base64url').toString('utf8')
