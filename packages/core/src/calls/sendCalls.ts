import { FoyerError, type Namespace, toFoyerError } from '@foyer/protocol'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import type { Transaction } from '../transaction.ts'
import type { CallCapabilities } from './calls.ts'
import { isBatchRefused } from './isBatchRefused.ts'
import { loadCalls } from './loadCalls.ts'
import { sendApart } from './sendApart.ts'
import type { CallsProgress, SentCalls } from './sentCalls.ts'

/**
 * Asks the connected wallet to send several calls with one approval. A wallet that does not know batches is asked for one
 * call after the other, unless they must be atomic: each once the one before it has succeeded, and none after a failure.
 *
 * @param parameters.atomicRequired - All or none: refused by a wallet that can not. @default false
 * @param parameters.onProgress - Called for each step, if the calls are sent apart.
 * @returns The id for {@link getCallsStatus}, and `stopped` if calls were left out. Rejects only if nothing was sent.
 * @throws FoyerError `not-connected`, `user-rejected`, `network-undefined`, `method-not-supported` (a namespace without
 *   batches), `atomicity-unsupported`, `upgrade-rejected`, `capability-unsupported`, `request-timed-out` (the wallet may
 *   still send them), `params-invalid`
 * @source https://eips.ethereum.org/EIPS/eip-5792
 */
export async function sendCalls(
  foyer: Foyer,
  {
    atomicRequired = false,
    calls,
    capabilities = {},
    namespace,
    onProgress,
    signal,
  }: sendCalls.Parameters,
): Promise<SentCalls> {
  if (calls.length === 0)
    throw new FoyerError('params-invalid', { details: 'There is no call to send.' })
  const loaded = await loadCalls(foyer, namespace)
  const { adapter, calls: ways, connection } = loaded
  const { address, chainId, provider, scope } = connection
  requireNetwork(foyer, chainId)
  let refusal: FoyerError = new FoyerError('atomicity-unsupported', {
    details: 'The wallet has no batches.',
  })
  if (await ways.isOffered({ address, chainId, provider, scope })) {
    try {
      const id = await walletRequest(foyer, {
        kind: 'send',
        namespace: adapter.namespace,
        signal,
        run: (ended) =>
          ways.send({
            ...{ address, atomicRequired, capabilities, chainId, transactions: calls },
            provider: provider.until?.(ended) ?? provider,
          }),
      })
      return { id, way: 'together' }
    } catch (thrown) {
      refusal = toFoyerError(thrown)
      if (!isBatchRefused(refusal)) throw refusal
    }
  }
  // A single call is atomic anyway.
  if (atomicRequired && calls.length > 1) throw refusal
  const required = Object.keys(capabilities).find((name) => !capabilities[name]?.optional)
  if (required !== undefined) throw new FoyerError('capability-unsupported', { details: required })
  return sendApart(foyer, { address, calls, chainId, onProgress, signal })
}

export declare namespace sendCalls {
  type Parameters = {
    /** In the form of the namespace's transactions, at least one; fees and nonces are the wallet's. */
    calls: readonly Transaction[]
    atomicRequired?: boolean | undefined
    /** Such as `paymasterService`; a required one is never left out. @default none */
    capabilities?: CallCapabilities | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
    onProgress?: ((progress: CallsProgress) => void) | undefined
    signal?: AbortSignal | undefined
  }
}
