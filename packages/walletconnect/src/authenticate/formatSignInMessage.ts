import type { Cacao } from '@foyer/protocol/session'
import { addRecapSentence, parseRecap } from './recap.ts'

/**
 * Returns the text that a wallet signed, to verify the signature.
 *
 * @source https://eips.ethereum.org/EIPS/eip-4361
 */
export function formatSignInMessage({ p: payload }: Pick<Cacao, 'p'>): string {
  const { address, reference } = parseIssuer(payload.iss)
  const recap = parseRecap(payload.resources)
  const statement = recap
    ? addRecapSentence(payload.statement, recap)
    : payload.statement || undefined
  const lines = [
    `${payload.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
    payload.exp && `Expiration Time: ${payload.exp}`,
    payload.nbf && `Not Before: ${payload.nbf}`,
    payload.requestId && `Request ID: ${payload.requestId}`,
    payload.resources && `Resources:${payload.resources.map((one) => `\n- ${one}`).join('')}`,
  ]
  return lines.filter((line) => line !== undefined).join('\n')
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
