import { FoyerError, readOwn } from '@foyer/protocol'
import { checksumAddress } from './evm/checksumAddress.ts'
import { isSignInText } from './isSignInText.ts'

/** The fields of a valid sign-in message. Times are in ms since 1970. */
export type SignIn = {
  namespace: 'eip155' | 'solana'
  domain: string
  address: string
  statement?: string
  uri: string
  chain?: string
  nonce: string
  issuedAt: number
  expiresAt?: number
  notBefore?: number
  requestId?: string
  resources: readonly string[]
  /** A ReCap resource delegates rights with the sign-in. @source ERC-5573; the case of a URN's prefix has no meaning, RFC 8141 */
  delegates: boolean
}

/** Tolerated clock skew, in ms. @source security 3.4 */
const clockMs = 10 * 60_000
const names = { eip155: 'Ethereum', solana: 'Solana' } as const
/** The fields after the statement, in their order. @source ERC-4361 "ABNF Message Format"; Sign In With Solana */
const order = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const
type FieldName = (typeof order)[number]
/** Names of networks in Sign In With Solana. @source https://github.com/phantom/sign-in-with-solana */
const solanaChains: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

function refuse(details: string): never {
  throw new FoyerError('action-not-allowed', { details: `This sign-in is not right: ${details}` })
}

/** Parses RFC 3339 with seconds and zone; the day must exist. */
function readMoment(text: string, name: string): number {
  const [, day, hour, minute, second] =
    /^\d{4}-\d{2}-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    ) ?? []
  const at = Date.parse(text)
  if (
    day === undefined ||
    Number.isNaN(at) ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59
  )
    return refuse(`${name} is no moment.`)
  // `Date` silently turns 31 February into a day of March: refuse it.
  if (new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== Number(day))
    return refuse(`${name} is no day.`)
  return at
}

function readFields(lines: string[]): Partial<Record<FieldName, string>> {
  const fields: Partial<Record<FieldName, string>> = {}
  for (const name of order)
    if (lines[0]?.startsWith(`${name}: `)) fields[name] = lines.shift()!.slice(name.length + 2)
  return fields
}

function readResources(lines: string[]): string[] {
  if (lines.length === 0) return []
  if (lines.shift() !== 'Resources:') return refuse('there is a line that does not belong to it.')
  return lines.map((line) => {
    if (!/^- [a-z][a-z0-9+.-]*:\S+$/i.test(line)) return refuse('a resource is no URI.')
    return line.slice(2)
  })
}

function isChain(given: string, chainId: string): boolean {
  const [namespace, reference] = chainId.split(':')
  if (namespace === 'eip155') return given === reference
  const name = readOwn(solanaChains, chainId) ?? 'localnet'
  return [chainId, reference, name, `solana:${name}`].includes(given)
}

/** Reads the part before the fields: domain, address, and an optional statement. */
function readHead(lines: string[], namespace: SignIn['namespace']) {
  const first = lines.shift() ?? ''
  const tail = ` wants you to sign in with your ${names[namespace]} account:`
  if (!first.endsWith(tail)) refuse('its first line is not as it must be.')
  const address = lines.shift() ?? ''
  if (lines.shift() !== '') refuse('there is no empty line after the address.')
  // Without a statement, ERC-4361 keeps the empty line; Sign In With Solana does not.
  let statement: string | undefined
  if (namespace === 'solana' && /^(?:URI|Version|Nonce|Issued At|Chain ID): /.test(lines[0] ?? ''))
    return { domain: first.slice(0, -tail.length), address, statement }
  if (lines[0] !== '') statement = lines.shift() ?? ''
  if (lines.shift() !== '') refuse('there is no empty line before its fields.')
  return { domain: first.slice(0, -tail.length), address, statement }
}

function checkPlace({ domain, uri }: { domain: string; uri: string }, origin: string) {
  const site = new URL(origin)
  const allowed = [site.host, `${site.protocol}//${site.host}`]
  if (!allowed.includes(domain)) refuse('its domain is not the site that asks.')
  const rest = uri.startsWith(origin) ? uri.slice(origin.length) : undefined
  if (rest === undefined || !/^(?:[/?#][!-[\]-~]*)?$/.test(rest))
    refuse('its URI is not of the site that asks.')
}

/**
 * Parses a sign-in message (ERC-4361, Sign In With Solana) and checks all fields against site and account. Stricter than
 * other parsers: refuses a malformed message that a lenient server might accept.
 * @param text - The whole message.
 * @param options.origin - The site's attested origin: `https://site.example:8443`.
 * @param options.account - EIP-55 address, or base58.
 * @param options.chainId - CAIP-2 id of the active network.
 * @param options.now - ms since 1970.
 * @returns The fields; undefined when the text neither is nor resembles a sign-in message.
 * @throws {@link FoyerError} `action-not-allowed` for a malformed sign-in message, or one for another site or account
 * @source security 3.4; https://eips.ethereum.org/EIPS/eip-4361; https://github.com/phantom/sign-in-with-solana
 */
export function readSignInMessage(
  text: string,
  { origin, account, chainId, now }: readSignInMessage.Options,
): SignIn | undefined {
  if (!isSignInText(text)) return undefined
  if (text.length > 8_192) refuse('it is too long.')
  if (/[^\P{C}\n]|[\u2028\u2029]/u.test(text)) refuse('it has characters that can not be seen.')
  const namespace = chainId.startsWith('solana:') ? 'solana' : 'eip155'
  const lines = text.split('\n')
  const { domain, address, statement } = readHead(lines, namespace)
  const fields = readFields(lines)
  const resources = readResources(lines)

  const { URI: uri, Nonce: nonce, 'Issued At': issued, Version: version } = fields
  if (uri === undefined || nonce === undefined || issued === undefined)
    return refuse('it lacks a URI, a nonce or when it was issued.')
  checkPlace({ domain, uri }, origin)
  const own = namespace === 'eip155' ? checksumAddress(account) : account
  if (address !== own) refuse('it is for another account.')
  if (namespace === 'eip155' ? version !== '1' : version !== undefined && version !== '1')
    refuse('its version is not 1.')
  const chain = fields['Chain ID']
  if (chain === undefined ? namespace === 'eip155' : !isChain(chain, chainId))
    refuse('it is for another network.')
  if (!/^[a-zA-Z0-9]{8,128}$/.test(nonce)) refuse('its nonce is not 8 letters or digits at least.')
  const requestId = fields['Request ID']
  if (requestId !== undefined && !/^[!-~]*$/.test(requestId)) refuse('its request id is no id.')

  const optional = (name: FieldName) =>
    fields[name] === undefined ? undefined : readMoment(fields[name], name)
  const issuedAt = readMoment(issued, 'Issued At')
  const expiresAt = optional('Expiration Time')
  const notBefore = optional('Not Before')
  if (Math.abs(issuedAt - now) > clockMs) refuse('it was not issued now.')
  if (expiresAt !== undefined && expiresAt <= now) refuse('it has expired.')
  if (notBefore !== undefined && notBefore > now) refuse('it is not in force yet.')
  return {
    namespace,
    domain,
    address,
    uri,
    nonce,
    issuedAt,
    resources,
    delegates: resources.some((resource) => /^urn:recap:/i.test(resource)),
    ...(statement === undefined ? {} : { statement }),
    ...(chain === undefined ? {} : { chain }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

export declare namespace readSignInMessage {
  type Options = { origin: string; account: string; chainId: string; now: number }
}
