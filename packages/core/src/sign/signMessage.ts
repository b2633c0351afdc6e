import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'

/**
 * Asks the connected wallet to sign a text.
 *
 * @returns The signature, encoded as usual in the namespace: `0x` and hex digits on EVM networks, base58 on Solana.
 * @throws FoyerError `not-connected`, `user-rejected`, `method-not-supported`, `request-timed-out`
 * @source spec 1.4
 */
export async function signMessage(
  foyer: Foyer,
  {
    message,
    namespace,
    signal,
  }: {
    message: string
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  },
): Promise<string> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const sign = adapter.signMessage
  if (!sign) throw new FoyerError('method-not-supported', { details: adapter.namespace })
  const { address, chainId, provider } = connection
  return walletRequest(foyer, {
    kind: 'sign',
    namespace: adapter.namespace,
    signal,
    run: (ended) =>
      sign({ address, chainId, message, provider: provider.until?.(ended) ?? provider }),
  })
}
