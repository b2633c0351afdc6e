import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import type { TypedData } from '../transaction.ts'

/**
 * Asks the connected wallet to sign structured data.
 *
 * @returns The signature: `0x` and hex digits.
 * @throws FoyerError `not-connected`, `user-rejected`, `method-not-supported`, `request-timed-out`
 */
export async function signTypedData(
  foyer: Foyer,
  {
    namespace,
    signal,
    typedData,
  }: {
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
    typedData: TypedData
  },
): Promise<string> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const sign = adapter.signTypedData
  if (!sign) throw new FoyerError('method-not-supported', { details: adapter.namespace })
  const { address, chainId, provider } = connection
  return walletRequest(foyer, {
    kind: 'sign',
    namespace: adapter.namespace,
    signal,
    run: (ended) =>
      sign({ address, chainId, provider: provider.until?.(ended) ?? provider, typedData }),
  })
}
