import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import type { SocialName } from '@foyer/protocol/social'
import { identityKinds } from './identityKinds.ts'

/** The client of the login server at each provider. Only for development: anyone can read the secrets here. */
export const identityClientId = (name: string) => `foyer-devnet-${name}`
export const identitySecret = (name: string) => `devnet-secret-of-${name}`

/** The port of `npm start`. */
export const identityPort = 4008

/** Origin of one provider's pages: `http://google.localhost:4008`. */
export const identityOrigin = (name: string, port: number) => `http://${name}.localhost:${port}`

/** Node may not resolve names below localhost. */
const dialled = (name: string, port: number, path: string) =>
  `http://127.0.0.1:${port}/${name}/${path}`

const apple = { teamId: 'DEVNETTEAM', keyId: 'DEVNETKEY1' } as const

/** Apple's client secret is signed with a key: this one is derived, so that every process knows it. */
function appleKey() {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update('foyer devnet: the key of its Apple').digest())
  const point = curve.getPublicKey()
  const field = (bytes: Buffer) => bytes.toString('base64url')
  const key = {
    ...{ kty: 'EC', crv: 'P-256', d: field(curve.getPrivateKey()) },
    ...{ x: field(point.subarray(1, 33)), y: field(point.subarray(33)) },
  }
  return createPrivateKey({ key, format: 'jwk' })
}
export const applePublicKey = () => createPublicKey(appleKey())

type LoginClient = {
  clientId: string
  secret: string | { teamId: string; keyId: string; privateKey: string }
  urls: {
    issuer: string
    authorizeUrl: string
    tokenUrl: string
    jwksUrl: string
    userUrls?: Record<string, string>
  }
}
type VaultClient = { clientId: string; issuer: string; jwksUrl: string }

/**
 * Creates the settings with which a login server and a vault use the devnet's providers.
 *
 * @param port - the port of `startIdentity`
 */
export function identityClients(port: number): {
  login: Record<SocialName, LoginClient>
  vault: Partial<Record<SocialName, VaultClient>>
} {
  const login: Partial<Record<SocialName, LoginClient>> = {}
  const vault: Partial<Record<SocialName, VaultClient>> = {}
  for (const { isOpenId, name } of identityKinds.values()) {
    const [clientId, issuer] = [identityClientId(name), identityOrigin(name, port)]
    const jwksUrl = dialled(name, port, 'jwks')
    const paths = name === 'github' ? ['user', 'emails'] : ['user']
    const privateKey = () => String(appleKey().export({ format: 'pem', type: 'pkcs8' }))
    login[name] = {
      clientId,
      secret: name === 'apple' ? { ...apple, privateKey: privateKey() } : identitySecret(name),
      urls: {
        issuer,
        authorizeUrl: `${issuer}/${name}/authorize`,
        tokenUrl: dialled(name, port, 'token'),
        jwksUrl,
        ...(!isOpenId && {
          userUrls: Object.fromEntries(paths.map((path) => [path, dialled(name, port, path)])),
        }),
      },
    }
    if (isOpenId) vault[name] = { clientId, issuer, jwksUrl }
  }
  return { login: login as Record<SocialName, LoginClient>, vault }
}
