import { HttpError } from '@foyer/server'

/** Parses JSON. @throws {@link HttpError} 400 `parse-failed` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'parse-failed', 'The body is not valid JSON')
  }
}
