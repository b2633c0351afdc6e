/**
 * Creates the error that a provider rejects with.
 *
 * @source EIP-1193 "ProviderRpcError"
 */
export function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), data === undefined ? { code } : { code, data })
}

/** The user rejected; the same message as in most wallets. */
export const rejected = (): Error => rpcError(4001, 'User rejected the request.')

/** The parameters are invalid. */
export const invalidParams = (message: string): Error => rpcError(-32602, message)
