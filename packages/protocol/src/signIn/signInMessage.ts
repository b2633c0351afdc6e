import type { ChainId } from '../caip.ts'

/** A sign-in, apart from the account that signs it. @source https://chainagnostic.org/CAIPs/caip-122 */
export type SignInRequest = {
  /** Host of the site, with its port: `app.example`. */
  readonly domain: string
  /** Written before the domain, if given: `https`. */
  readonly scheme?: string | undefined
  /** The URI that the user signs in to. */
  readonly uri: string
  readonly version: '1'
  /** Made by the server for this sign-in: at least 8 letters and digits. */
  readonly nonce: string
  /** RFC 3339. */
  readonly issuedAt: string
  /** RFC 3339. */
  readonly expirationTime?: string | undefined
  /** RFC 3339. */
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  /** One line of text for the user. */
  readonly statement?: string | undefined
  /** URIs. The last one may be a ReCap. */
  readonly resources?: readonly string[] | undefined
}

/** A sign-in message in parts. */
export type SignInMessage = SignInRequest & {
  readonly address: string
  /** CAIP-2. */
  readonly chainId: ChainId
}
