import { FoyerError, isChainId } from '@foyer/protocol'
import type { Cacao } from '@foyer/protocol/session'
import { formatSignIn } from '@foyer/protocol/signIn'
import { addRecapSentence, parseRecap } from './recap.ts'

/**
 * Returns the text that a wallet signed, to verify the signature.
 *
 * @throws FoyerError `sign-in-failed` for another version or namespace
 * @source https://eips.ethereum.org/EIPS/eip-4361
 */
export function formatSignInMessage({ p: payload }: Pick<Cacao, 'p'>): string {
  const { address, namespace, reference } = parseIssuer(payload.iss)
  const chainId = `${namespace}:${reference}`
  const { aud: uri, domain, exp, iat: issuedAt, nbf, nonce, requestId, resources } = payload
  if (payload.version !== '1' || !isChainId(chainId)) throw new FoyerError('sign-in-failed')
  const recap = parseRecap(resources)
  return formatSignIn({
    domain,
    address,
    chainId,
    uri,
    version: '1',
    nonce,
    issuedAt,
    statement: recap ? addRecapSentence(payload.statement, recap) : payload.statement || undefined,
    expirationTime: exp,
    notBefore: nbf,
    requestId,
    resources,
  })
}

/** Parses `did:pkh:eip155:1:0x…`. */
export function parseIssuer(issuer: string): {
  namespace: string
  reference: string
  address: string
} {
  const [, , namespace = '', reference = '', address = ''] = issuer.split(':')
  return { namespace, reference, address }
}
