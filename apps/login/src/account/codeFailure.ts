import { FoyerError } from '@foyer/protocol'
import { failureWords } from './failureWords.ts'
import { words } from './words.ts'

/** Returns the message for a refused code. */
export function codeFailure(error: unknown): string {
  if (!(error instanceof FoyerError)) return failureWords(error)
  if (error.code === 'input-invalid' || error.code === 'params-invalid') return words.code.wrong
  if (error.code === 'limit-exceeded') return words.code.many
  return failureWords(error)
}
