import { HttpError } from '@foyer/server'
import * as v from 'valibot'

const schema = v.object({
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
})

/**
 * Reads from `clientDataJSON` where a passkey was used: on a top-level page, or in a frame embedded by `topOrigin`.
 * @throws {@link HttpError} 400 `request-invalid`
 * @source WebAuthn Level 3 section 5.8.1
 */
export function readPlace(clientDataJSON: string): { isFramed: boolean; topOrigin?: string } {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString()
    const { crossOrigin, topOrigin } = v.parse(schema, JSON.parse(text))
    const isFramed = crossOrigin === true || topOrigin !== undefined
    return { isFramed, ...(topOrigin !== undefined && { topOrigin }) }
  } catch (cause) {
    throw new HttpError(400, 'request-invalid', 'clientDataJSON can not be read', { cause })
  }
}
