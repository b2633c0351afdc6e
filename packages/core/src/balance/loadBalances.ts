import {
  FoyerError,
  formatAccountId,
  getBalance,
  type Namespace,
  type TokenBalance,
  tokenBalance,
} from '@foyer/protocol'
import * as v from 'valibot'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../createFoyer.ts'
import { callApi } from '../http/callApi.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'

/** How long balances are good, ms. @source ledger 9.16 */
export const balanceTtlMs = 30_000
/** How long a failed load is not tried again, ms. @source ledger 9.5 */
export const balanceRetryMs = 30_000

/**
 * Loads the tokens of the connected account on its network into `tokenBalance`: from the api, or without one from the
 * chain.
 *
 * @param parameters.force - Past the cache. @default false
 * @throws FoyerError `balance-unavailable`; again without asking for 30 s after a failure
 * @source ledger 1.7, 7.30, 8.1
 */
export async function loadBalances(
  foyer: Foyer,
  parameters: { force?: boolean | undefined; namespace?: Namespace | undefined } = {},
): Promise<void> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { namespace } = adapter
  const { address, chainId } = connection
  const { lastRetry } = foyer.store.get().details[namespace] ?? {}
  if (lastRetry !== undefined && Date.now() - lastRetry < balanceRetryMs)
    throw new FoyerError('balance-unavailable', { details: 'The last try failed just now.' })
  const write = (details: Parameters<typeof setDetails>[1]['details']) =>
    setDetails(foyer, { details, forAddress: address, namespace })
  try {
    const balances = await cached(foyer, {
      key: `balance:${chainId}:${address}`,
      ttlMs: balanceTtlMs,
      force: parameters.force ?? false,
      schema: v.array(tokenBalance),
      load: () => fetchBalances(foyer, parameters),
    })
    const now = foyer.store.get().connections[namespace]
    if (now?.status !== 'connected' || now.chainId !== chainId) return
    write({ tokenBalance: balances, lastRetry: undefined })
  } catch (cause) {
    write({ lastRetry: Date.now() })
    throw new FoyerError('balance-unavailable', { cause })
  }
}

async function fetchBalances(
  foyer: Foyer,
  { force, namespace }: { force?: boolean | undefined; namespace?: Namespace | undefined },
): Promise<TokenBalance[]> {
  const { adapter, connection } = readConnection(foyer, namespace)
  const { address, chainId } = connection
  const network = requireNetwork(foyer, chainId)
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
  const balances = await adapter.getTokenBalances?.({
    address,
    network,
    rpc: createRpc(foyer, network),
    tokens: foyer.options.tokens[chainId] ?? [],
  })
  return (balances ?? []).filter(hasDecimals)
}

/** Things without decimals are badges, not money. @source ledger 7.30 */
function hasDecimals({ quantity }: TokenBalance): boolean {
  return Number(quantity.decimals) !== 0
}
