import { type ErrorCode, FoyerError } from '@foyer/protocol'
import { UnconfirmedError } from './UnconfirmedError.ts'
import { words } from './words.ts'

const { failures } = words

const sentences: Partial<Record<ErrorCode, string>> = {
  'http-failed': failures.unreachable,
  'request-timed-out': failures.late,
  'limit-exceeded': failures.many,
  'account-frozen': failures.frozen,
  'email-replaced': failures.replaced,
  'login-held': failures.held,
  'action-not-allowed': failures.stepUp,
  'recovery-evidence-required': failures.evidence,
  'recovery-failed': failures.recovery,
  'share-unreadable': failures.unreadable,
  'request-aborted': failures.aborted,
  'request-invalid': failures.conflict,
  'transaction-rejected': failures.rejected,
}

/** Returns the message for an error, in one sentence. */
export function failureWords(error: unknown): string {
  if (error instanceof UnconfirmedError) return failures.unconfirmed
  if (!(error instanceof FoyerError)) return failures.other
  if (error.code === 'http-failed' && !navigator.onLine) return failures.offline
  const seconds = throttledSeconds(error)
  if (seconds !== undefined) return failures.throttled(seconds)
  return sentences[error.code as ErrorCode] ?? failures.other
}

/** Returns the seconds until the next mail if the error is its rate limit; otherwise undefined. */
export function throttledSeconds(error: unknown): number | undefined {
  if (!(error instanceof FoyerError) || error.code !== 'email-throttled') return undefined
  const seconds = Number(/\d+/.exec(error.message)?.[0])
  return Number.isFinite(seconds) ? seconds : 30
}
