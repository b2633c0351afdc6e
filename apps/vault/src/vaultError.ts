import { type CustodyErrorCode, custodyErrors, type ErrorCode } from '@foyer/protocol'

/** Why a call is refused. `code` crosses the wire; `message` holds nothing of the caller's. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: CustodyErrorCode | ErrorCode
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: CustodyErrorCode | ErrorCode,
    message: string,
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** @throws {@link VaultError} with the status that the protocol gives this code */
export function refuse(code: CustodyErrorCode, message: string): never {
  throw new VaultError(custodyErrors[code][0], code, message)
}
