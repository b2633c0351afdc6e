import * as v from 'valibot'
import { frameVersion, messageName, nonce, payload, sequence } from './frameEnvelope.ts'

/** The page's answer to the frame's hello, with a port. @source security 3.2 */
export const frameConnect = v.strictObject({
  k: v.literal('foyer'),
  t: v.literal('connect'),
  v: v.literal(frameVersion),
  fn: nonce,
  hn: nonce,
  origin: v.string(),
})
/** A message of a page on the port. `n` increases with each message in one direction. @source security 3.3 */
export const frameRequestEnvelope = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  n: sequence,
  t: messageName,
  p: payload,
})
