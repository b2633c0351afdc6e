import type { Provider } from '@foyer/core'
import type { ChainId } from '@foyer/protocol'
import { ask } from './ask.ts'
import { toSignature } from './toSignature.ts'

/**
 * Asks the wallet to sign text.
 *
 * @returns The signature, hex: 65 bytes for an account with a key, any longer form for a smart account.
 * @throws FoyerError `user-rejected` …
 * @source spec 7.42; https://eips.ethereum.org/EIPS/eip-191
 */
export async function signMessage({
  address,
  chainId,
  message,
  provider,
}: {
  address: string
  chainId: ChainId
  message: string
  provider: Provider
}): Promise<string> {
  const bytes = new TextEncoder().encode(message)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return toSignature(
    await ask(provider, { method: 'personal_sign', params: [`0x${hex}`, address], chainId }),
  )
}
