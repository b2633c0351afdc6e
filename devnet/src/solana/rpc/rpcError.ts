/** A JSON-RPC error answer. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** @param code From JSON-RPC 2.0 or solana-rpc-client-api's `custom_error`. */
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** @source JSON-RPC 2.0, 5.1 */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  // @source solana-rpc-client-api custom_error
  blockNotAvailable: -32_004,
  preflightFailure: -32_002,
  signatureVerificationFailure: -32_003,
  unsupportedTransactionVersion: -32_015,
  minContextSlotNotReached: -32_016,
} as const
