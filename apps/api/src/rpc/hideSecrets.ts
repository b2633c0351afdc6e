import type { RawAnswer } from './rawCall.ts'

/** Providers quote the key they were asked with in what they say of a failure. */
export function hideSecrets(answer: RawAnswer, secrets: readonly string[]): RawAnswer {
  if (!('error' in answer)) return answer
  return {
    error: secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), answer.error),
  }
}
