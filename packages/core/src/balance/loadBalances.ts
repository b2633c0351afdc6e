import { FoyerError, formatAccountId, type Namespace } from '@foyer/protocol'
import {
  getBalance,
  type TokenBalance,
  tokenBalance as tokenBalanceSchema,
} from '@foyer/protocol/api'
import * as v from 'valibot'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Adapter } from '../adapter.ts'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { createRpc } from '../http/createRpc.ts'
import type { Network } from '../network/network.ts'
import { findNetwork } from '../network/readNetwork.ts'
import { balanceTtlMs, tokenFacts } from './agreeBalances.ts'

/** Pause after a failed load, ms. @source spec 9.5 */
export const balanceRetryMs = 30_000

/**
 * Loads the tokens of the connected account on its network into `tokenBalance`, and the native balance among them into
 * `balance`: from the api, or without one from the chain. Networks that the site does not offer have none.
 *
 * @param parameters.force - Bypass the cache. @default false
 * @throws FoyerError `not-connected`, `balance-unavailable`; the latter without a request for 30 s after a failure
 * @source spec 1.7, 7.30, 8.1, 9.5
 */
export async function loadBalances(
  foyer: Foyer,
  parameters: { force?: boolean | undefined; namespace?: Namespace | undefined } = {},
): Promise<void> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { namespace } = adapter
  const { address, chainId } = connection
  const { force = false } = parameters
  const write = (details: Parameters<typeof setDetails>[1]['details']) =>
    setDetails(foyer, { details, forAddress: address, forChainId: chainId, namespace })
  const network = findNetwork(foyer.store.get(), chainId)
  if (!network) return write({ tokenBalance: undefined })
  const { lastRetry } = foyer.store.get().details[namespace] ?? {}
  if (lastRetry !== undefined && Date.now() - lastRetry < balanceRetryMs)
    throw new FoyerError('balance-unavailable', { details: 'The last try failed just now.' })
  try {
    const tokenBalance = await cached(foyer, {
      key: `balance:${chainId}:${address}`,
      ttlMs: balanceTtlMs,
      force,
      schema: v.array(tokenBalanceSchema),
      load: () => fetchBalances(foyer, { address, adapter, force, network }),
    })
    write((known) => ({
      ...(adapter.getBalance ? tokenFacts(known, { network, tokenBalance }) : { tokenBalance }),
      lastRetry: undefined,
    }))
  } catch (cause) {
    write({ lastRetry: Date.now() })
    throw new FoyerError('balance-unavailable', { cause })
  }
}

async function fetchBalances(
  foyer: Foyer,
  {
    adapter,
    address,
    force,
    network,
  }: { adapter: Adapter; address: string; force: boolean; network: Network },
): Promise<TokenBalance[]> {
  const chainId = network.caipNetworkId
  if (foyer.options.apiUrl !== undefined) {
    const { balances } = await callApi(foyer, getBalance, {
      path: { address },
      query: {
        chainId,
        ...(force ? { forceUpdate: formatAccountId({ address, chainId }) } : {}),
      },
    })
    return balances.filter(hasDecimals)
  }
  if (!adapter.getTokenBalances)
    throw new FoyerError('method-not-supported', { details: adapter.namespace })
  const balances = await adapter.getTokenBalances({
    address,
    network,
    rpc: createRpc(foyer, network),
    tokens: foyer.options.tokens[chainId] ?? [],
  })
  return balances.filter(hasDecimals)
}

/** Tokens without decimals are badges, not money. @source spec 7.30 */
function hasDecimals({ quantity }: TokenBalance): boolean {
  return Number(quantity.decimals) !== 0
}
