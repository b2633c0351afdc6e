import type { ErrorCode, FoyerError } from '@foyer/protocol'
import type { MessageKey } from '../../i18n/en.ts'

/** Time between two mails to one address, ms. @source spec 5.8, 9.1 */
export const emailThrottleMs = 30_000

const words: Partial<Record<ErrorCode, MessageKey>> = {
  'account-frozen': 'email.frozen',
  'action-not-allowed': 'email.refused',
  'clock-wrong': 'email.clock',
  'connector-not-found': 'email.refused',
  'email-replaced': 'email.replaced',
  'email-throttled': 'email.wait',
  'frame-load-failed': 'email.frameFailed',
  'limit-exceeded': 'email.tooMany',
  'options-invalid': 'email.refused',
  'params-invalid': 'email.invalid',
  'recovery-evidence-required': 'email.unconfirmed',
  'request-timed-out': 'email.timedOut',
  unauthorized: 'email.refused',
}

/** A message key and its values. */
export type LoginWords = [key: MessageKey, values?: { n: number }]

/** Returns the message of a failed login. */
export function loginError(error: FoyerError): LoginWords {
  if (error.code === 'email-throttled') return ['email.wait', { n: secondsOf(error) }]
  if (!navigator.onLine) return ['modal.offline']
  return [words[error.code] ?? 'error.other']
}

/** Seconds to wait, from the text of the server's error. */
export function secondsOf({ message }: FoyerError): number {
  return Number(/\d+/.exec(message)?.[0] ?? emailThrottleMs / 1000)
}
