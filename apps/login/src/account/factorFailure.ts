import { FoyerError } from '@foyer/protocol'
import { failureWords } from './failureWords.ts'
import { PasskeyError } from './passkey.ts'
import { words } from './words.ts'

const troubles = {
  missing: words.enrol.passkeyMissingText,
  weak: words.enrol.passkeyWeak,
  closed: words.enrol.passkeyClosed,
  known: words.enrol.passkeyKnown,
} as const

/**
 * What is told where a passkey or a code was asked for and it did not work.
 *
 * @param wrong - For one that opens nothing.
 */
export function factorFailure(error: unknown, wrong: string): string {
  if (error instanceof PasskeyError) return troubles[error.trouble]
  if (error instanceof FoyerError && error.code === 'recovery-failed') return wrong
  if (error instanceof FoyerError && error.code === 'input-invalid') return words.unlock.codeWrong
  return failureWords(error)
}
