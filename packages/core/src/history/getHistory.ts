import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import {
  getHistory as endpoint,
  type HistoryCoverage,
  type HistoryTransaction,
} from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { readActiveChainId } from '../network/readNetwork.ts'

/** A page of a history. */
export type HistoryPage = {
  /** Newest first, spam included: `hideSpam` removes it. */
  readonly data: readonly HistoryTransaction[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Limits of what the api knows. */
  readonly coverage: HistoryCoverage
}

/**
 * Reads one page of an account's transactions on one network from the api, newest first. Nothing is cached.
 *
 * @returns At most 50 transactions, with amounts as exact decimals in token units.
 * @throws FoyerError `not-connected` (without `address`), `network-undefined`, `chain-unsupported` (the api does not
 *   read this network), `transactions-failed` (also without `apiUrl`), `request-aborted`
 * @example const { data, next } = await getHistory(foyer)
 *
 * @source ledger 1.8, 7.31, 8.2
 */
export async function getHistory(
  foyer: Foyer,
  parameters: getHistory.Parameters = {},
): Promise<HistoryPage> {
  const { cursor, signal } = parameters
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const address = parameters.address ?? readConnection(foyer, namespace).connection.address
  const chainId = parameters.chainId ?? readActiveChainId(foyer, namespace)
  if (!chainId) throw new FoyerError('network-undefined', { details: namespace })
  try {
    return await callApi(foyer, endpoint, {
      path: { address },
      query: { chainId, cursor },
      signal,
    })
  } catch (error) {
    throw toHistoryError(error as FoyerError, chainId)
  }
}

function toHistoryError(cause: FoyerError, chainId: ChainId): FoyerError {
  if (cause.code === 'request-aborted') return cause
  const { code } = Object(cause.cause) as { readonly code?: unknown }
  if (code === 'chain-unsupported') return new FoyerError(code, { details: chainId, cause })
  return new FoyerError('transactions-failed', { details: cause.details, cause })
}

export declare namespace getHistory {
  type Parameters = {
    /** @default the connected account of the namespace */
    address?: string | undefined
    /** @default the network that the namespace is on */
    chainId?: ChainId | undefined
    /** `next` of the page before. @default the first page */
    cursor?: string | undefined
    /** Without `chainId`. @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}
