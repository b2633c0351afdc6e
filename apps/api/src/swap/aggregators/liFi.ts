import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import { askService } from '../../askService.ts'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { noAddress } from '../../rpc/ethCall.ts'
import { convertError } from '../convertError.ts'
import type { SwapAsset, SwapRequest, SwapSource } from '../swapSource.ts'
import {
  type AggregatorSettings,
  address,
  aggregatorOf,
  bytes,
  digits,
  numberOf,
  onChains,
  oneStep,
  quantity,
  withRoute,
} from './aggregator.ts'
import { followTransfer, startsTransfer } from './liFiCrossing.ts'

/** LiFiDiamond. @source https://docs.li.fi/smart-contracts/deployments-contract-addresses */
const publicContracts = onChains(
  [1, 10, 56, 100, 137, 250, 8453, 42161, 43114],
  '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
)

const answer = v.object({
  toolDetails: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
  estimate: v.object({
    toAmount: digits,
    toAmountMin: digits,
    approvalAddress: address,
    /** In seconds. */
    executionDuration: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(604_800)), 0),
    gasCosts: v.optional(v.array(v.object({ estimate: digits })), []),
  }),
  transactionRequest: v.object({ to: address, data: bytes, value: v.optional(quantity, '0') }),
})

/** LI.FI's quotes, on one chain and across chains; a key is optional. @source https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer */
export function createLiFi({
  apiKey,
  contracts = publicContracts,
  url = 'https://li.quest',
}: AggregatorSettings): SwapSource {
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-lifi-api-key': apiKey }
  const ask = (request: SwapRequest) => {
    const { amount, from, slippageBps, to, user } = request
    // LI.FI quotes only for a known account.
    if (user === undefined) throw convertError('source-unknown', { field: 'userAddress' })
    const [fromChain, toChain] = [from, to].map(({ chain }) => numberOf(chain as EvmChain))
    const query = new URLSearchParams({
      ...{ fromChain: fromChain!, toChain: toChain!, fromAmount: String(amount) },
      ...{ fromToken: tokenFor(from), toToken: tokenFor(to), fromAddress: user, toAddress: user },
      slippage: String(Number(slippageBps) / 10_000),
      // Across chains the tokens arrive at the account itself, which the simulation shows.
      ...(isCrossing(request) && { allowDestinationCall: 'false' }),
    })
    return withRoute(
      askService({
        ...{ name: 'LI.FI', schema: answer, headers },
        url: `${url}/v1/quote?${query}`,
      }),
      ({ status }) => status === 404,
    )
  }
  return aggregatorOf({
    ...{ id: 'lifi', name: 'LI.FI', contracts },
    async getOffer(request) {
      const { estimate, toolDetails, transactionRequest } = await ask(request)
      // Some bridges ask for a fee in coins besides; such a call would be refused later.
      const coins = request.from.isNative ? request.amount : 0n
      if (isCrossing(request) && transactionRequest.value !== coins)
        throw convertError('swap-refused')
      const { approvalAddress, executionDuration, gasCosts, toAmount, toAmountMin } = estimate
      const gas = gasCosts.reduce((sum, cost) => sum + cost.estimate, 0n)
      return {
        ...{ toAmount, minToAmount: toAmountMin, priceImpact: null },
        route: oneStep(request, cleanText(toolDetails.name, 32) || 'LI.FI'),
        ...(gas === 0n ? {} : { gas }),
        ...(isCrossing(request) && { durationSeconds: Math.ceil(executionDuration) }),
        ...(request.from.isNative ? {} : { spender: approvalAddress }),
      }
    },
    async build(request) {
      const { estimate, transactionRequest } = await ask(request)
      return {
        ...{ kind: 'call', ...transactionRequest },
        ...(request.from.isNative ? {} : { spender: estimate.approvalAddress }),
      }
    },
    crosses: (logs, { call, ...rest }) => startsTransfer(logs, { contract: call.to, ...rest }),
    follow: (crossing) => followTransfer({ ...crossing, headers, url }),
  })
}

const isCrossing = ({ from, to }: SwapRequest) => from.chain.caipId !== to.chain.caipId

const tokenFor = ({ address: own, isNative }: SwapAsset) => (isNative ? noAddress : own)
