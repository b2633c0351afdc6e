import type { SignInInput } from '../../signInInput.ts'

/**
 * Builds the sign-in message.
 *
 * @param host - of the site, if the request names no domain
 * @source https://github.com/phantom/sign-in-with-solana, "Message Construction"
 */
export function signInMessage(
  { domain, statement, resources, ...input }: SignInInput,
  { address, host }: { address: string; host: string },
): string {
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  if (resources) fields.push('Resources:', ...resources.map((each) => `- ${each}`))
  const head = `${domain ?? host} wants you to sign in with your Solana account:\n${address}`
  return [
    head,
    ...(statement === undefined ? [] : [statement]),
    ...(fields.length > 0 ? [fields.join('\n')] : []),
  ].join('\n\n')
}
