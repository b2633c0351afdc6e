import { FoyerError } from '@foyer/protocol'
import type { Description, Fact, Warning } from './description.ts'
import { toHex } from './evm/hex.ts'
import { momentFact, textFact } from './facts.ts'
import { isSignInText } from './isSignInText.ts'
import { hasUnseen, readUtf8, showText } from './showText.ts'
import { readSignInMessage, type SignIn } from './signInMessage.ts'
import { readOffchainMessage } from './solana/offchainMessage.ts'

/** Maximum of bytes shown of a message that is not UTF-8 text. */
const longestHex = 4_096

function signInFacts(signIn: SignIn): Fact[] {
  const { domain, uri, statement, issuedAt, expiresAt, notBefore, requestId, resources } = signIn
  return [
    textFact('domain', domain),
    ...(statement === undefined ? [] : [textFact('statement', statement)]),
    textFact('uri', uri),
    momentFact('issued-at', issuedAt),
    ...(expiresAt === undefined ? [] : [momentFact('expires-at', expiresAt)]),
    ...(notBefore === undefined ? [] : [momentFact('not-before', notBefore)]),
    ...(requestId === undefined ? [] : [textFact('request-id', requestId)]),
    ...resources.map((resource) => textFact('resource', resource)),
  ]
}

/**
 * Describes a message to sign. Escapes all invisible characters, and warns that 32 bytes may be a transaction's hash.
 * @throws {@link FoyerError} `action-not-allowed` for an invalid sign-in message
 * @source security 3.4
 */
export function describeMessage(
  signed: Uint8Array,
  options: readSignInMessage.Options,
): Description {
  const offchain = options.chainId.startsWith('solana:') ? readOffchainMessage(signed) : undefined
  const bytes = offchain?.message ?? signed
  const read = readUtf8(bytes)
  const description = { leaves: [], comes: [], calls: [] } as const
  if (read === undefined) {
    // A less strict parser might accept a sign-in message that contains invalid UTF-8.
    const loose = new TextDecoder().decode(bytes)
    if (isSignInText(loose))
      throw new FoyerError('action-not-allowed', {
        details: 'This sign-in is not right: it is no text through and through.',
      })
    const hash: Warning[] = bytes.length === 32 ? [{ code: 'looks-like-hash' }] : []
    return {
      ...description,
      kind: 'blind',
      title: 'sign-unreadable',
      risk: 'high',
      warnings: [...hash, { code: 'not-text' }],
      facts: [],
      text: {
        form: 'hex',
        text: toHex(bytes.subarray(0, longestHex)),
        bytes: bytes.length,
      },
    }
  }

  const signIn = readSignInMessage(read, options)
  const text = { form: 'text', text: showText(read, { lines: true }), bytes: bytes.length } as const
  if (signIn)
    return {
      ...description,
      kind: 'sign-in',
      title: 'sign-in',
      risk: signIn.delegates ? 'medium' : 'low',
      warnings: [],
      facts: signInFacts(signIn),
      text,
    }
  const warnings: Warning[] = []
  // A hash may be valid UTF-8, or be written as 64 hex digits.
  const hash = bytes.length === 32 || /^\s*(?:0x)?[0-9a-fA-F]{64}\s*$/.test(read)
  if (hash) warnings.push({ code: 'looks-like-hash' })
  if (hasUnseen(read)) warnings.push({ code: 'hidden-characters' })
  return {
    ...description,
    kind: 'message',
    title: 'sign-message',
    risk: hash ? 'high' : hasUnseen(read) ? 'medium' : 'low',
    warnings,
    facts: offchain?.domain === undefined ? [] : [textFact('application', offchain.domain)],
    text,
  }
}
