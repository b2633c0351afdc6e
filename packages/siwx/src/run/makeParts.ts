import type { SignInRequest } from '@foyer/protocol/signIn'
import type { SignInRules } from '../rules.ts'

/** The parts of a message that do not depend on the account. */
export function makeParts({ parts }: Pick<SignInRules, 'parts'>, nonce: string): SignInRequest {
  return {
    domain: location.host,
    uri: location.origin,
    version: '1',
    issuedAt: new Date().toISOString(),
    ...parts(),
    nonce,
  }
}
