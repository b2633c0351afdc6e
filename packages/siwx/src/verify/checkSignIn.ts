import { type ChainId, FoyerError } from '@foyer/protocol'
import { readRecap, recapSentence, type SignInMessage } from '@foyer/protocol/signIn'

/** Difference between the clocks of a device and a server, ms. */
const skewMs = 60_000

/**
 * Checks a parsed sign-in against what the server asked for, apart from its signature.
 *
 * @throws FoyerError `unauthorized`; `details` names the field
 * @source https://eips.ethereum.org/EIPS/eip-4361 "Relying Party Implementer Steps"
 */
export function checkSignIn(
  message: SignInMessage,
  { chains, domain, nonce, now = Date.now(), origin, requestId }: checkSignIn.Options,
): void {
  const { expirationTime, notBefore, resources, scheme, statement } = message
  if (message.domain !== domain) refuse('the domain is another site')
  if (scheme !== undefined && `${scheme}:` !== new URL(origin).protocol)
    refuse('the scheme is another one')
  if (!URL.canParse(message.uri) || new URL(message.uri).origin !== new URL(origin).origin)
    refuse('the URI is of another site')
  if (message.nonce !== nonce) refuse('the nonce is another one')
  if (requestId !== undefined && message.requestId !== requestId)
    refuse('the request id is another one')
  if (chains && !chains.includes(message.chainId)) refuse('the network is not one of this site')
  const issuedAt = Date.parse(message.issuedAt)
  if (issuedAt > now + skewMs) refuse('it was issued in the future')
  if (expirationTime !== undefined && Date.parse(expirationTime) <= now) refuse('it has expired')
  if (notBefore !== undefined && Date.parse(notBefore) > now + skewMs) refuse('it is not valid yet')
  const recap = readRecap(resources)
  // The user must have read all that the ReCap grants.
  if (recap && !statement?.endsWith(recapSentence(recap)))
    refuse('the statement does not say what its ReCap grants')
}

export declare namespace checkSignIn {
  type Options = {
    /** Host of the site, with its port. */
    domain: string
    /** Origin of the site, which the URI must have: `https://app.example`. */
    origin: string
    nonce: string
    /** Networks that may sign in. @default all */
    chains?: readonly ChainId[] | undefined
    /** @default not checked */
    requestId?: string | undefined
    /** ms since 1970. @default the clock */
    now?: number | undefined
  }
}

function refuse(details: string): never {
  throw new FoyerError('unauthorized', { details: `This sign-in is refused: ${details}.` })
}
