import { type ErrorCode, FoyerError, toFoyerError } from '@foyer/protocol'
import { type ErrorLevel, errorLevels } from './errorLevels.ts'

const rejection = [
  /\buser\b.{0,20}\b(reject|den[yi]|declin|cancel|disapprov)/i,
  /\b(reject|den[yi]|declin|cancel)\w*.{0,20}\bby (the )?user\b/i,
  /^(the )?(transaction|request|approval|signature|connection)( request)?( was)? (rejected|denied|declined|cancell?ed)\.?$/i,
  /^plugin closed$/i,
]
const rejectionNames = ['WalletWindowClosedError', 'UserRejectedRequestError']
const unsupported =
  /\b(method|feature)\b.{0,80}\b(not (supported|implemented|found|available)|unsupported|unknown)|\b(unsupported|unknown|invalid) (method|feature)s?\b/i
/** The last is WalletConnect's. @source https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const unsupportedCodes = [4200, -32601, -32004, 5101]
const expired = /block ?hash not found|block height exceeded|block ?hash.{0,20}expired/i
/** Generic codes, for which the wallet's message is more precise. */
const general: readonly ErrorCode[] = ['internal', 'unknown', 'input-invalid', 'request-pending']

/**
 * Converts a thrown value of a Solana wallet to a {@link FoyerError}: by its number, else by its message and error
 * name, else `fallback`.
 *
 * @source spec 8.24; https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 */
export function toSolanaError(thrown: unknown, fallback: ErrorCode = 'unknown'): FoyerError {
  const error = toFoyerError(thrown, fallback)
  if (error.code === 'method-not-found' || error.code === 'method-not-implemented')
    return new FoyerError('unsupported-method', { cause: thrown, details: error.details })
  if (error === thrown || !(general.includes(error.code) || error.code === fallback)) return error
  const levels = errorLevels(thrown)
  const toError = (code: ErrorCode, details = error.details) =>
    new FoyerError(code, { cause: thrown, details })
  if (levels.some((level) => matches(level, expired)))
    return toError('transaction-rejected', expiredText)
  if (levels.some(isRejection)) return toError('user-rejected')
  if (isMethodUnsupported(thrown)) return toError('unsupported-method')
  return error
}

/** The fix for an expired blockhash. */
export const expiredText =
  'The approval took too long: the block that the transaction names has become too old. Send it again.'

/** True if a wallet reports an unknown method, by number or by message. */
export function isMethodUnsupported(thrown: unknown): boolean {
  return errorLevels(thrown).some(
    (level) => unsupportedCodes.includes(Number(level.code)) || matches(level, unsupported),
  )
}

function isRejection(level: ErrorLevel): boolean {
  return (
    Number(level.code) === 4001 ||
    rejectionNames.includes(String(level.name)) ||
    rejection.some((text) => matches(level, text))
  )
}

function matches({ message }: ErrorLevel, text: RegExp): boolean {
  return typeof message === 'string' && text.test(message)
}
