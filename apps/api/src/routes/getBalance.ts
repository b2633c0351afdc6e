import { getBalance } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { parseAddress } from '../chains/parseAddress.ts'
import { ofProject } from '../doors.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { keyedBudget, takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.30 */
export const getBalanceRoute = defineRoute(
  getBalance,
  ofProject,
  async ({ caller, params, query }, services) => {
    await takeKeyedCall(services, caller, 'prices')
    const { balances, rpc } = services
    const account = parseAddress(params.address)
    if (account === undefined) {
      throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
    }
    const { address, namespace } = account
    const chains = rpc.chains.filter(
      (chain) =>
        chain.namespace === namespace &&
        (query.chainId === undefined || chain.caipId === query.chainId),
    )
    if (query.chainId !== undefined && chains.length === 0) {
      const isKnown = rpc.findChain(query.chainId) !== undefined
      throw isKnown
        ? new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'address' })
        : new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
    }
    const { currency } = query
    const fresh = query.forceUpdate !== undefined && query.forceUpdate !== ''
    const found = await Promise.all(
      chains.map((chain) => balances.get(chain, { address, currency, fresh })),
    )
    return {
      balances: found.flat().map((balance) => ({
        ...balance,
        iconUrl: tokenImageUrl(caller, balance.symbol),
      })),
    }
  },
  { budget: keyedBudget('prices') },
)
