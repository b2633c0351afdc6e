import type { RawAnswer } from './rawCall.ts'

/** Redacts secrets in an answer: providers quote the caller's key in their error messages. */
export function hideSecrets(answer: RawAnswer, secrets: readonly string[]): RawAnswer {
  if (!('error' in answer)) return answer
  return {
    error: secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), answer.error),
  }
}
