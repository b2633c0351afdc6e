import { concat, fromHex, toBase58, toBase64Url, utf8 } from './bytes.ts'
import type { Primitives } from './primitives.ts'

/** Lifetime of a token, s. */
const ttlS = 86_400

/** Returns this client's id at the relay. @source https://w3c-ccg.github.io/did-key-spec/ */
export function clientIdOf(publicKey: Uint8Array): string {
  return `did:key:z${toBase58(concat(Uint8Array.of(0xed, 0x01), publicKey))}`
}

/**
 * Signs the token that opens a relay socket.
 *
 * @param parameters.seed - 32 bytes in hex.
 * @param parameters.subject - 32 random bytes in hex.
 * @param parameters.issuedAtS - Unix seconds.
 * @source https://specs.walletconnect.com/2.0/specs/servers/relay/relay-client-auth
 */
export async function signRelayToken(
  { ed25519 }: Pick<Primitives, 'ed25519'>,
  {
    audience,
    issuedAtS,
    seed,
    subject,
  }: { seed: string; subject: string; audience: string; issuedAtS: number },
): Promise<string> {
  const key = fromHex(seed, 32)
  const part = (value: object) => toBase64Url(utf8(JSON.stringify(value)))
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({
    iss: clientIdOf(await ed25519.publicKeyOf(key)),
    sub: subject,
    aud: audience,
    iat: issuedAtS,
    exp: issuedAtS + ttlS,
  })}`
  return `${signed}.${toBase64Url(await ed25519.sign(key, utf8(signed)))}`
}
