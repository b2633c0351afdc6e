import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import { parseDidKey } from './didKey.ts'

/** Tolerated clock skew of a client, in seconds. */
const leewaySeconds = 300
/** Maximum lifetime of a token, in seconds: 48 hours. */
const maxLifeSeconds = 172_800
const maxLength = 4096

const header = v.object({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })
const seconds = v.pipe(v.number(), v.finite(), v.minValue(0))
const payload = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  aud: v.pipe(v.string(), v.maxLength(512)),
  iat: seconds,
  exp: seconds,
})

/** A verified token. `clientId` is the `did:key`; the result may be cached until `expiresAt` (ms since 1970). */
export type VerifiedJwt = { readonly clientId: string; readonly expiresAt: number }

/**
 * Verifies the JWT of a connecting client, which proves possession of its key and nothing else.
 * @param audiences - accepted `aud` values: the relay's URLs as clients use them. Undefined accepts any
 * @returns the client's id, or the problem, as text for a close reason
 * @source walletconnect relay client authentication: did:key, EdDSA over `header.payload`
 */
export function verifyRelayJwt(
  jwt: string,
  { audiences, now }: { audiences: readonly string[] | undefined; now: number },
): VerifiedJwt | { readonly problem: string } {
  const parts = jwt.split('.')
  const [head, body, signature] = parts
  if (jwt.length > maxLength || parts.length !== 3 || !head || !body || !signature) {
    return { problem: 'not a JWT' }
  }
  const parsedHead = v.safeParse(header, parsePart(head))
  if (!parsedHead.success) return { problem: 'alg must be EdDSA' }
  const parsedBody = v.safeParse(payload, parsePart(body))
  if (!parsedBody.success) return { problem: 'iss, sub, aud, iat or exp is missing' }
  const { aud, exp, iat, iss } = parsedBody.output

  const key = parseDidKey(iss)
  if (key === undefined) return { problem: 'iss is not a did:key of Ed25519' }
  const nowSeconds = now / 1000
  const offset = Math.round(iat - nowSeconds)
  if (offset > leewaySeconds) {
    return {
      problem: `JWT Token is not yet valid: iat is ${offset} s in the future, check the clock`,
    }
  }
  if (exp < nowSeconds - leewaySeconds) {
    return { problem: `expired ${Math.round(nowSeconds - exp)} s ago, check the clock` }
  }
  if (exp <= iat || exp - iat > maxLifeSeconds) return { problem: 'exp is over 48 h after iat' }
  if (audiences !== undefined && !audiences.includes(aud)) {
    return { problem: 'aud is not this relay' }
  }
  const signed = Buffer.from(signature, 'base64url')
  const isGenuine =
    signed.length === 64 &&
    verify(
      null,
      Buffer.from(`${head}.${body}`),
      createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
        format: 'jwk',
      }),
      signed,
    )
  if (!isGenuine) return { problem: 'the signature does not match iss' }
  return { clientId: iss, expiresAt: Math.min((exp + leewaySeconds) * 1000, now + 86_400_000) }
}

function parsePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
