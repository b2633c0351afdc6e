import { FoyerError } from '@foyer/protocol'
import { WeakPasskeyError } from '../approve/unlock/walletPasskey.ts'
import { failureWords } from './failureWords.ts'
import { words } from './words.ts'

/**
 * Returns the message for a passkey or code that failed.
 * @param wrong - Message for one that does not open the wallet.
 */
export function factorFailure(error: unknown, wrong: string): string {
  if (error instanceof WeakPasskeyError) return words.enrol.passkeyWeak
  if (!(error instanceof FoyerError)) return failureWords(error)
  if (error.code === 'user-rejected') return words.enrol.passkeyClosed
  if (error.code === 'recovery-failed') return wrong
  if (error.code === 'input-invalid') return words.enrol.backWrong
  return failureWords(error)
}
