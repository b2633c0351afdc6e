import { namespaceOf } from '../caip.ts'
import { FoyerError } from '../errors.ts'
import type { SignInMessage } from './signInMessage.ts'
import { isSignInNamespace, signInProfiles, writeChain } from './signInProfiles.ts'

/**
 * Builds the text that an account signs. Does not check the fields: `parseSignIn` does.
 *
 * @param options.chain - The line `Chain ID`, if a wallet wrote the network in another way. @default as the profile says
 * @throws FoyerError `chain-unsupported` for a namespace without a profile
 * @source https://eips.ethereum.org/EIPS/eip-4361; https://github.com/phantom/sign-in-with-solana
 */
export function formatSignIn(
  message: SignInMessage,
  { chain = writeChain(message.chainId) }: { chain?: string | undefined } = {},
): string {
  const namespace = namespaceOf(message.chainId)
  if (!isSignInNamespace(namespace))
    throw new FoyerError('chain-unsupported', { details: `${namespace} has no sign-in message.` })
  const { scheme, statement } = message
  const place = scheme === undefined ? message.domain : `${scheme}://${message.domain}`
  // Sign In With Solana has no empty line in place of a missing statement.
  const gap = namespace === 'solana' ? [] : ['']
  return [
    `${place} wants you to sign in with your ${signInProfiles[namespace].name} account:`,
    message.address,
    '',
    ...(statement === undefined ? gap : [statement, '']),
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${chain}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...field('Expiration Time', message.expirationTime),
    ...field('Not Before', message.notBefore),
    ...field('Request ID', message.requestId),
    ...(message.resources ? ['Resources:', ...message.resources.map((one) => `- ${one}`)] : []),
  ].join('\n')
}

const field = (name: string, value: string | undefined) =>
  value === undefined ? [] : [`${name}: ${value}`]
