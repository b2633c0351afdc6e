import { type ErrorCode, FoyerError, toFoyerError } from '@foyer/protocol'
import { levelMatches, someLevel } from './errorLevels.ts'

const rejection = {
  codes: [4001],
  text: /\buser\b.{0,20}\b(reject|den[yi]|declin|cancel|disapprov)|\b(reject|den[yi]|declin|cancel)\w*.{0,20}\bby (the )?user\b/i,
}
/** Generic codes, for which the wallet's message is more precise. */
const general: readonly ErrorCode[] = ['internal', 'unknown', 'input-invalid']

/**
 * Converts a thrown value of an EVM wallet to a {@link FoyerError}: by its number, else by a message that means a
 * rejection, else `fallback`.
 *
 * @source spec 8.24; https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 */
export function toEvmError(thrown: unknown, fallback: ErrorCode = 'unknown'): FoyerError {
  const error = toFoyerError(thrown, fallback)
  if (error === thrown || !(general.includes(error.code) || error.code === fallback)) return error
  // ethers' adapters use 'ACTION_REJECTED', others only a message.
  const isRejection = someLevel(
    thrown,
    (level) => level.code === 'ACTION_REJECTED' || levelMatches(level, rejection),
  )
  return isRejection
    ? new FoyerError('user-rejected', { cause: thrown, details: error.details })
    : error
}
