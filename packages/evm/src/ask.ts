import type { Provider } from '@foyer/core'
import type { ChainId, ErrorCode } from '@foyer/protocol'
import { toEvmError } from './toEvmError.ts'

/**
 * Sends a request to a wallet; one that throws synchronously, or throws a non-error, fails like any other.
 *
 * @param fallback - The code of an error without a known number.
 */
export async function ask(
  provider: Provider,
  call: { method: string; params?: readonly unknown[] | object; chainId?: ChainId },
  fallback?: ErrorCode,
): Promise<unknown> {
  try {
    return await provider.request(call)
  } catch (error) {
    throw toEvmError(error, fallback)
  }
}
