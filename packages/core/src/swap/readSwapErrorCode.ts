import type { ErrorCode, FoyerError } from '@foyer/protocol'
import type { ConvertErrorCode } from '@foyer/protocol/api'

/**
 * Returns why a call for a swap failed: the api's own code if it has told one, else the error's.
 *
 * @example readSwapErrorCode(error) === 'insufficient-liquidity'
 */
export function readSwapErrorCode({
  cause,
  code,
}: FoyerError): ErrorCode | ConvertErrorCode | (string & {}) {
  const told = (Object(cause) as { readonly code?: unknown }).code
  return code === 'http-failed' && typeof told === 'string' ? told : code
}
