import { isChainId } from '../caip.ts'
import { FoyerError } from '../errors.ts'
import { formatSignIn } from './formatSignIn.ts'
import type { SignInMessage } from './signInMessage.ts'
import { readChain, type SignInNamespace, signInProfiles } from './signInProfiles.ts'

/** A longer text is no sign-in, characters. */
const longest = 8_192
/** Fields after the statement, in their order. */
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
type Field = (typeof order)[number]

/**
 * Parses a sign-in message, strictly: builds it again from its parts, and refuses every text that differs. A domain with
 * a user (`me@site`) is refused, since it is read as another site.
 *
 * @throws FoyerError `params-invalid`; `details` says what is wrong
 * @source https://eips.ethereum.org/EIPS/eip-4361 "ABNF Message Format"; https://github.com/phantom/sign-in-with-solana
 */
export function parseSignIn(text: string): SignInMessage {
  if (text.length > longest) refuse('it is too long')
  const lines = text.split('\n')
  const head = readHead(lines.shift() ?? '')
  const address = lines.shift() ?? ''
  if (!signInProfiles[head.namespace].address.test(address)) refuse('the address is none')
  if (lines.shift() !== '') refuse('there is no empty line after the address')
  const statement = readStatement(lines, head.namespace)
  const fields = readFields(lines)
  const resources = readResources(lines)

  const { 'Chain ID': chain = '', 'Issued At': issuedAt = '', Nonce: nonce = '' } = fields
  const { 'Not Before': notBefore, 'Expiration Time': expirationTime, URI: uri = '' } = fields
  const { 'Request ID': requestId, Version: version } = fields
  const chainId = readChain(head.namespace, chain)
  if (version !== '1') refuse('the version is not 1')
  if (!isChainId(chainId)) return refuse('the chain id is none')
  if (head.namespace === 'eip155' && !/^[1-9]\d{0,15}$/.test(chain)) refuse('the chain id is none')
  if (!/^[a-z0-9]{8,256}$/i.test(nonce)) refuse('the nonce is not of 8 letters and digits')
  if (!isUri(uri)) refuse('the URI is none')
  if (requestId !== undefined && !/^[!-~]*$/.test(requestId)) refuse('the request id is none')
  for (const [name, moment] of Object.entries({ issuedAt, expirationTime, notBefore }))
    if (moment !== undefined && !isMoment(moment)) refuse(`${name} is no moment`)

  const { namespace: _, ...place } = head
  const message: SignInMessage = {
    ...place,
    address,
    chainId,
    uri,
    version: '1',
    nonce,
    issuedAt,
    ...(statement !== undefined && { statement }),
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources }),
  }
  if (formatSignIn(message, { chain }) !== text) refuse('it is not written as it must be')
  return message
}

function refuse(details: string): never {
  throw new FoyerError('params-invalid', { details: `This is no sign-in message: ${details}.` })
}

const first =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?) wants you to sign in with your ([A-Z][a-z]+) account:$/i

function readHead(line: string): { namespace: SignInNamespace; domain: string; scheme?: string } {
  const [, scheme, domain = '', name] = first.exec(line) ?? []
  const namespace = (Object.keys(signInProfiles) as SignInNamespace[]).find(
    (one) => signInProfiles[one].name === name,
  )
  if (!namespace) return refuse('its first line is not as it must be')
  return { namespace, domain, ...(scheme !== undefined && { scheme }) }
}

/** @returns undefined if there is none; an empty one is none. */
function readStatement(lines: string[], namespace: SignInNamespace): string | undefined {
  if (lines[0] === '' && namespace !== 'solana') {
    lines.shift()
    return undefined
  }
  if (lines[1] !== '') return undefined
  const [statement = ''] = lines.splice(0, 2)
  const allowed = namespace === 'eip155' ? /^[ -~]+$/ : /^[^\p{C}\p{Zl}\p{Zp}]+$/u
  if (!allowed.test(statement)) refuse('the statement has characters that it must not have')
  return statement
}

function readFields(lines: string[]): Partial<Record<Field, string>> {
  const fields: Partial<Record<Field, string>> = {}
  for (const name of order)
    if (lines[0]?.startsWith(`${name}: `))
      fields[name] = lines.shift()?.slice(name.length + 2) ?? ''
  return fields
}

function readResources(lines: string[]): string[] | undefined {
  if (lines.length === 0) return undefined
  if (lines.shift() !== 'Resources:') return refuse('it has a line that does not belong to it')
  return lines.map((line) => {
    if (!line.startsWith('- ') || !isUri(line.slice(2))) return refuse('a resource is no URI')
    return line.slice(2)
  })
}

/** An absolute URI of printable characters. @source RFC 3986 */
function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+$/i.test(text)
}

/** RFC 3339 with seconds and zone; the day must exist. */
function isMoment(text: string): boolean {
  const [, date = '', hour, minute, second] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    ) ?? []
  const day = new Date(`${date}T00:00:00Z`)
  // `Date` turns 31 February into a day of March.
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) && date !== ''
  return exists && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}
