import { type ErrorCode, FoyerError, toFoyerError } from '@foyer/protocol'

/**
 * WalletConnect's numbers for our error codes.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
const codes: Readonly<Record<number, ErrorCode>> = {
  1001: 'unsupported-method',
  3001: 'unsupported-method',
  3005: 'session-chain-unsupported',
  5000: 'user-rejected',
  5001: 'user-rejected',
  5002: 'user-rejected',
  5003: 'user-rejected',
  5100: 'session-chain-unsupported',
  5101: 'unsupported-method',
  6000: 'not-connected',
  7001: 'not-connected',
  8000: 'request-timed-out',
  10001: 'unsupported-method',
}

/** Creates the error of a wallet's answer. `cause` is the original answer. */
export function toSessionError(error: { code: number; message: string }): FoyerError {
  const code = codes[error.code]
  if (!code) return toFoyerError(error)
  return new FoyerError(code, { cause: error, details: error.message })
}
