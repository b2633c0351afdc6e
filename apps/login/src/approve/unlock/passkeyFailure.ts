import { passkeyWords } from '../words.ts'
import { WeakPasskeyError } from './walletPasskey.ts'

const sentences: Readonly<Record<string, string>> = {
  'user-rejected': passkeyWords.closed,
  'resource-not-found': passkeyWords.unknown,
  'recovery-failed': passkeyWords.unknown,
  'request-invalid': passkeyWords.taken,
  'limit-exceeded': passkeyWords.many,
  'method-not-supported': passkeyWords.noWindow,
  'http-failed': passkeyWords.unreachable,
  'request-timed-out': passkeyWords.unreachable,
}

/** Returns the message for a passkey that failed to open or make a wallet. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof WeakPasskeyError) return passkeyWords.weak
  const { code } = Object(error) as { code?: string }
  return (Object.hasOwn(sentences, code ?? '') && sentences[code ?? '']) || passkeyWords.failed
}
