import type { QueryInput } from '@foyer/protocol'
import { getWallets, type Wallet } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/** Requests directory wallets for the site's networks, by the site's include and exclude lists. */
export async function fetchWallets(
  foyer: Foyer,
  { signal, ...query }: QueryInput<typeof getWallets> & { signal?: AbortSignal | undefined },
): Promise<{ data: Wallet[]; count: number }> {
  const { excludeWalletIds, includeWalletIds } = foyer.options
  const chains = foyer.store.get().networks.map(({ caipNetworkId }) => caipNetworkId)
  return callApi(foyer, getWallets, {
    query: {
      chains,
      ...(includeWalletIds ? { include: [...includeWalletIds] } : {}),
      exclude: [...excludeWalletIds],
      ...query,
    },
    ...(signal ? { signal } : {}),
  })
}
