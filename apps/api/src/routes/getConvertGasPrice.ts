import { getConvertGasPrice } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { ofProject } from '../doors.ts'
import { parseChain } from '../swap/parseAsset.ts'

/** @source spec 7.35 */
export const getConvertGasPriceRoute = defineRoute(
  getConvertGasPrice,
  ofProject,
  async ({ query }, { gasPrices, rpc }) => {
    const chain = parseChain(rpc, query.chainId, 'chainId')
    if (chain.namespace !== 'eip155')
      throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
    const { fast, instant, standard } = await gasPrices.get(chain)
    return { standard: String(standard), fast: String(fast), instant: String(instant) }
  },
  { budget: chainBudget },
)
