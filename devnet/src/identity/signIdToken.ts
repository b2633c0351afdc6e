import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { WrongAnswer } from './wrongAnswers.ts'

/** The signing keys of the providers: one that is published, and one that is not. */
export type IdentityKeys = {
  readonly own: KeyObject
  readonly other: KeyObject
  /** The published set. */
  readonly jwks: { readonly keys: readonly object[] }
}

const kid = 'devnet-1'
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes new keys. */
export function makeIdentityKeys(): IdentityKeys {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [own, other] = [pair(), pair()]
  const published = { ...own.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  return { own: own.privateKey, other: other.privateKey, jwks: { keys: [published] } }
}

/** Signs an id_token; in the way that is wrong, if one is given. */
export function signIdToken(
  keys: IdentityKeys,
  {
    audience,
    claims,
    issuer,
    nonce,
    nowMs,
    secret,
    wrong,
  }: {
    claims: Readonly<Record<string, unknown>>
    issuer: string
    audience: string
    nonce: string | undefined
    nowMs: number
    secret: string
    wrong: WrongAnswer
  },
): string {
  const day = 86_400
  const shift = wrong === 'expired' ? -day : wrong === 'from-the-future' ? day : 0
  const iat = Math.floor(nowMs / 1000) + shift
  const aud =
    wrong === 'other-audience'
      ? 'another-client'
      : wrong === 'two-audiences'
        ? [audience, 'another-client']
        : audience
  const payload = encode({
    ...{ iss: wrong === 'other-issuer' ? 'https://issuer.example' : issuer, aud },
    ...{ ...claims, iat, exp: iat + 3600 },
    ...(nonce !== undefined &&
      wrong !== 'no-nonce' && { nonce: wrong === 'other-nonce' ? 'another' : nonce }),
  })
  const alg = wrong === 'no-algorithm' ? 'none' : wrong === 'client-secret' ? 'HS256' : 'RS256'
  const text = `${encode({ alg, kid, typ: 'JWT' })}.${payload}`
  if (alg === 'none') return `${text}.`
  const signature =
    alg === 'HS256'
      ? createHmac('sha256', secret).update(text).digest()
      : sign('sha256', Buffer.from(text), wrong === 'other-key' ? keys.other : keys.own)
  return `${text}.${signature.toString('base64url')}`
}
