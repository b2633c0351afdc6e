import type { Provider } from '@foyer/core'
import type { ChainId, ErrorCode } from '@foyer/protocol'
import { toEvmError } from './toEvmError.ts'

/**
 * Asks a wallet; one that throws at once, or throws something that is no error, fails like any other.
 *
 * @param fallback - The code of an error that carries no known number.
 */
export async function ask(
  provider: Provider,
  call: { method: string; params?: readonly unknown[]; chainId?: ChainId },
  fallback?: ErrorCode,
): Promise<unknown> {
  try {
    return await provider.request(call)
  } catch (error) {
    throw toEvmError(error, fallback)
  }
}
