import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A client's key, as wallets and sites have one. */
export type ClientKey = { readonly clientId: string; readonly privateKey: KeyObject }

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function makeClientKey(): ClientKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { clientId: didOf(Buffer.from(x, 'base64url')), privateKey }
}

/** @param kind - Multicodec of the key. @default Ed25519 */
export function didOf(publicKey: Uint8Array, kind: readonly number[] = [0xed, 0x01]): string {
  let value = BigInt(`0x${Buffer.from([...kind, ...publicKey]).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text
  return `did:key:z${text}`
}

/** Signs a token as the reference client does; `claims` and `header` replace members. */
export function signRelayJwt(
  key: ClientKey,
  { claims = {}, header = {}, now = Date.now() }: signRelayJwt.Options = {},
): string {
  const iat = Math.floor(now / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = {
    iss: key.clientId,
    sub: '44'.repeat(32),
    aud: 'ws://relay',
    iat,
    exp: iat + 86_400,
  }
  const text = `${part({ alg: 'EdDSA', typ: 'JWT', ...header })}.${part({ ...payload, ...claims })}`
  return `${text}.${sign(null, Buffer.from(text), key.privateKey).toString('base64url')}`
}

export declare namespace signRelayJwt {
  type Options = { claims?: object; header?: object; now?: number }
}
