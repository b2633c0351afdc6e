import * as v from 'valibot'
import { hexKey, peerMetadata } from './sessionParams.ts'

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit))
const peer = v.object({ publicKey: hexKey, metadata: peerMetadata })

/**
 * The sign-in message that a site requests while connecting.
 *
 * @source https://chainagnostic.org/CAIPs/caip-222; https://eips.ethereum.org/EIPS/eip-4361
 */
export const authPayload = v.object({
  type: v.optional(v.literal('caip122')),
  chains: v.pipe(v.array(text(64)), v.minLength(1)),
  domain: text(512),
  aud: text(2048),
  version: text(16),
  nonce: text(256),
  iat: text(64),
  statement: v.optional(text(4096)),
  nbf: v.optional(text(64)),
  exp: v.optional(text(64)),
  requestId: v.optional(text(256)),
  resources: v.optional(v.array(text(65_536))),
})
export type AuthPayload = v.InferOutput<typeof authPayload>

/** The params of `wc_sessionAuthenticate`. */
export const sessionAuthenticateParams = v.object({
  authPayload,
  requester: peer,
  expiryTimestamp: v.optional(v.number()),
})

/** One signed sign-in. @source https://chainagnostic.org/CAIPs/caip-74 */
export const cacao = v.object({
  h: v.object({ t: text(32) }),
  p: v.object({
    iss: v.pipe(text(256), v.regex(/^did:pkh:[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]+$/)),
    domain: text(512),
    aud: text(2048),
    version: text(16),
    nonce: text(256),
    iat: text(64),
    statement: v.optional(text(65_536)),
    requestId: v.optional(text(256)),
    resources: v.optional(v.array(text(65_536))),
    exp: v.optional(text(64)),
    nbf: v.optional(text(64)),
  }),
  s: v.object({
    t: v.picklist(['eip191', 'eip1271']),
    s: text(100_000),
    m: v.optional(v.string()),
  }),
})
export type Cacao = v.InferOutput<typeof cacao>

/** A wallet's answer to `wc_sessionAuthenticate`. */
export const authenticateAnswer = v.object({
  cacaos: v.pipe(v.array(cacao), v.minLength(1), v.maxLength(100)),
  responder: peer,
})
