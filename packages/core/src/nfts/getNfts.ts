import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import { getNfts as endpoint, type HistoryCoverage, type Nft } from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { readActiveChainId } from '../network/readNetwork.ts'

/** A page of NFTs. */
export type NftPage = {
  /** Spam included: see `isSpam`. */
  readonly data: readonly Nft[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Limits of what the api knows. */
  readonly coverage: HistoryCoverage
}

/**
 * Reads one page of the NFTs that an account holds on one network from the api. Nothing is cached.
 *
 * @returns At most 50 NFTs. Those with `isPending` have no name and image yet: read again in a moment.
 * @throws FoyerError `not-connected` (without `address`), `network-undefined`, `chain-unsupported` (the api does not
 *   read this network), `http-failed` (also without `apiUrl`), `request-aborted`
 * @example const { data, next } = await getNfts(foyer)
 *
 * @source ledger 2.4, 7.35
 */
export async function getNfts(foyer: Foyer, parameters: getNfts.Parameters = {}): Promise<NftPage> {
  const { cursor, signal } = parameters
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const address = parameters.address ?? readConnection(foyer, namespace).connection.address
  const chainId = parameters.chainId ?? readActiveChainId(foyer, namespace)
  if (!chainId) throw new FoyerError('network-undefined', { details: namespace })
  try {
    return await callApi(foyer, endpoint, { path: { address }, query: { chainId, cursor }, signal })
  } catch (error) {
    throw toNftsError(error as FoyerError, chainId)
  }
}

function toNftsError(cause: FoyerError, chainId: ChainId): FoyerError {
  if (cause.code === 'request-aborted') return cause
  const { code } = Object(cause.cause) as { readonly code?: unknown }
  if (code === 'chain-unsupported') return new FoyerError(code, { details: chainId, cause })
  return new FoyerError('http-failed', { details: cause.details, cause })
}

export declare namespace getNfts {
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
