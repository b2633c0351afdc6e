import {
  type ChainId,
  type ErrorCode,
  FoyerError,
  type Namespace,
  namespaceOf,
  type ResponseOf,
} from '@foyer/protocol'
import type { getHistory, getNfts } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { type CallParameters, callApi } from '../http/callApi.ts'
import { readActiveChainId } from '../network/readNetwork.ts'
import { readConnection } from './readConnection.ts'

/** Selects a page of what an account has on a network. */
export type AccountPageParameters = {
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

/**
 * Reads one page of what an account has on one network from the api. Nothing is cached.
 *
 * @param failureCode - The code of any failure but the following.
 * @throws FoyerError `not-connected` (without `address`), `network-undefined`, `chain-unsupported` (the api does not
 *   read this network), `request-aborted`
 */
export async function readAccountPage<endpoint extends typeof getHistory | typeof getNfts>(
  foyer: Foyer,
  endpoint: endpoint,
  failureCode: ErrorCode,
  parameters: AccountPageParameters & { onramp?: string | undefined },
): Promise<ResponseOf<endpoint>> {
  const { cursor, onramp, signal } = parameters
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const address = parameters.address ?? readConnection(foyer, namespace).connection.address
  const chainId = parameters.chainId ?? readActiveChainId(foyer, namespace)
  if (!chainId) throw new FoyerError('network-undefined', { details: namespace })
  const call = { path: { address }, query: { chainId, cursor, onramp }, signal }
  try {
    return await callApi(foyer, endpoint, call as CallParameters<endpoint>)
  } catch (thrown) {
    const error = thrown as FoyerError
    if (error.code === 'request-aborted') throw error
    const { code } = Object(error.cause) as { readonly code?: unknown }
    if (code === 'chain-unsupported') throw new FoyerError(code, { details: chainId, cause: error })
    throw new FoyerError(failureCode, { details: error.details, cause: error })
  }
}
