import { getBalance } from '@foyer/protocol'
import { getAddress, isAddress } from 'viem/utils'
import { ApiError } from '../apiError.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.30 */
export const getBalanceRoute = defineRoute(
  getBalance,
  async ({ asker, params, query }, { balances, rpc }) => {
    if (!isAddress(params.address, { strict: false })) {
      throw new ApiError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
    }
    const address = getAddress(params.address)
    const chain = query.chainId === undefined ? undefined : rpc.findChain(query.chainId)
    if (query.chainId !== undefined && chain === undefined) {
      throw new ApiError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
    }
    const { currency } = query
    const fresh = query.forceUpdate !== undefined && query.forceUpdate !== ''
    const found = await Promise.all(
      (chain === undefined ? rpc.chains : [chain]).map((chain) =>
        balances.get(chain, { address, currency, fresh }),
      ),
    )
    return {
      balances: found.flat().map((balance) => ({
        ...balance,
        iconUrl: `${asker.baseUrl}/public/getTokenImage/${encodeURIComponent(balance.symbol)}?projectId=${encodeURIComponent(asker.project.id)}`,
      })),
    }
  },
)
