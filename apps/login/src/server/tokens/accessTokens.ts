import { createPrivateKey, createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { FoyerError } from '@foyer/protocol'
import { refuse } from '@foyer/server'
import { type JWK, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

/** @source security 2.7 */
export const accessLifeMs = 600_000
export const tokenAudience = 'foyer-api'

/** Whom a token speaks of. */
export type TokenFacts = {
  userId: string
  sid: string
  jkt: string
  projectId: string | null
  origin: string | null
  amr: readonly string[]
  /** ms since 1970. */
  authAt: number
}

export type Tokens = {
  sign(facts: TokenFacts): Promise<string>
  /** @throws HttpError 401 `token-invalid` */
  verify(token: string): Promise<Pick<TokenFacts, 'userId' | 'sid' | 'jkt'>>
  /** The public halves of all keys. */
  readonly jwks: { keys: JWK[] }
}

const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const fail = (details: string): never => {
  throw new FoyerError('options-invalid', { details: `TOKEN_KEYS: ${details}` })
}

function parseKeys(text: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>()
  const seeds = new Set<string>()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const colon = entry.indexOf(':')
    const kid = entry.slice(0, Math.max(colon, 0))
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(kid))
      fail('each key is written kid:base64. Make one with: npm run keys:new -w apps/login')
    const seed = Buffer.from(entry.slice(colon + 1), 'base64')
    if (seed.length !== 32) fail(`the key ${kid} has ${seed.length} bytes instead of 32.`)
    if (new Set(seed).size < 16 || seed.every((byte) => byte >= 0x20 && byte <= 0x7e))
      fail(`the key ${kid} is not random.`)
    if (keys.has(kid) || seeds.has(seed.toString('hex'))) fail(`the key ${kid} stands twice.`)
    seeds.add(seed.toString('hex'))
    keys.set(
      kid,
      createPrivateKey({ key: Buffer.concat([ed25519Prefix, seed]), format: 'der', type: 'pkcs8' }),
    )
  }
  return keys
}

const claims = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  sid: v.pipe(v.string(), v.uuid()),
  cnf: v.object({ jkt: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)) }),
})

/**
 * Access tokens signed by the first key; tokens of the other keys are still valid.
 * @param keys - `kid:base64,kid2:base64`, 32 random bytes each
 * @throws {@link FoyerError} `options-invalid` naming the key, never showing it
 * @source security 2.7, 4.3
 */
export function createTokens({
  issuer,
  keys: text,
  now,
}: {
  keys: string
  issuer: string
  now: () => number
}): Tokens {
  const keys = parseKeys(text)
  const [[activeKid, activeKey]] = [...keys] as [[string, KeyObject]]
  const publicKeys = new Map([...keys].map(([kid, key]) => [kid, createPublicKey(key)]))
  return {
    jwks: {
      keys: [...publicKeys].map(([kid, key]) => ({
        ...(key.export({ format: 'jwk' }) as JWK),
        kid,
        alg: 'EdDSA',
        use: 'sig',
      })),
    },
    sign({ amr, authAt, jkt, origin, projectId, sid, userId }) {
      const nowS = Math.floor(now() / 1000)
      return new SignJWT({
        sid,
        ...(projectId !== null && { pid: projectId }),
        ...(origin !== null && { org: origin }),
        cnf: { jkt },
        amr,
        auth_time: Math.floor(authAt / 1000),
      })
        .setProtectedHeader({ alg: 'EdDSA', kid: activeKid, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(tokenAudience)
        .setSubject(userId)
        .setIssuedAt(nowS)
        .setNotBefore(nowS)
        .setExpirationTime(nowS + accessLifeMs / 1000)
        .setJti(randomUUID())
        .sign(activeKey)
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          // Only one of our keys, by its name in memory: nothing from the token itself is used.
          ({ kid }) => publicKeys.get(kid ?? '') ?? refuse('token-invalid', 'No such key'),
          {
            algorithms: ['EdDSA'],
            audience: tokenAudience,
            clockTolerance: 60,
            currentDate: new Date(now()),
            issuer,
            requiredClaims: ['exp', 'iat'],
            typ: 'at+jwt',
          },
        )
        const { sub, sid, cnf } = v.parse(claims, payload)
        return { userId: sub, sid, jkt: cnf.jkt }
      } catch {
        return refuse('token-invalid', 'The access token is not valid')
      }
    },
  }
}
