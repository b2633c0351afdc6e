/**
 * Makes the error a provider rejects with.
 *
 * @source EIP-1193 "ProviderRpcError"
 */
export function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), data === undefined ? { code } : { code, data })
}

/** The person said no, in the words of most wallets. */
export const rejected = (): Error => rpcError(4001, 'User rejected the request.')

/** The parameters cannot be understood. */
export const invalidParams = (message: string): Error => rpcError(-32602, message)
