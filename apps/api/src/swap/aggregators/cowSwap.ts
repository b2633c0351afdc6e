import { readOwn } from '@foyer/protocol'
import * as v from 'valibot'
import type { Address } from 'viem'
import { isAddressEqual, keccak256, recoverTypedDataAddress, stringToHex } from 'viem/utils'
import { askService } from '../../askService.ts'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { convertError } from '../convertError.ts'
import {
  type SourceContracts,
  type SwapRequest,
  type SwapSource,
  withSlippage,
} from '../swapSource.ts'
import {
  type AggregatorSettings,
  address,
  aggregatorOf,
  digits,
  numberOf,
  oneStep,
  withRoute,
} from './aggregator.ts'

/** CoW's names of chains. @source https://docs.cow.fi/cow-protocol/reference/apis/orderbook */
const slugs: Readonly<Record<string, string>> = {
  1: 'mainnet',
  100: 'xdai',
  8453: 'base',
  42161: 'arbitrum_one',
}

/** GPv2Settlement and GPv2VaultRelayer. @source https://docs.cow.fi/cow-protocol/reference/contracts/core */
const cow: SourceContracts = {
  targets: ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41'],
  spenders: ['0xC92E8bdf79f0507f65a392b0ab4667716BFE0110'],
}
const publicContracts = Object.fromEntries(
  Object.keys(slugs).map((number) => [`eip155:${number}`, cow]),
)

/** @source https://docs.cow.fi/cow-protocol/reference/core/signing-schemes */
const orderTypes = {
  Order: [
    { name: 'sellToken', type: 'address' },
    { name: 'buyToken', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'sellAmount', type: 'uint256' },
    { name: 'buyAmount', type: 'uint256' },
    { name: 'validTo', type: 'uint32' },
    { name: 'appData', type: 'bytes32' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'kind', type: 'string' },
    { name: 'partiallyFillable', type: 'bool' },
    { name: 'sellTokenBalance', type: 'string' },
    { name: 'buyTokenBalance', type: 'string' },
  ],
} as const
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The document about the order that CoW stores: empty. */
const appData = '{}'
const appDataHash = keccak256(stringToHex(appData))
const lifeSeconds = 30 * 60
/** Usual time until an order is executed. */
const usualSeconds = 60

const amountText = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
/** The message of an order that this server built: all that is fixed is checked when it comes back. */
const orderMessage = v.strictObject({
  sellToken: address,
  buyToken: address,
  receiver: address,
  sellAmount: amountText,
  buyAmount: amountText,
  validTo: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)),
  appData: v.literal(appDataHash),
  feeAmount: v.literal('0'),
  kind: v.literal('sell'),
  partiallyFillable: v.literal(false),
  sellTokenBalance: v.literal('erc20'),
  buyTokenBalance: v.literal('erc20'),
})
const signedData = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ domain: v.object({ chainId: v.number() }), message: orderMessage }),
)

const quoted = v.object({ quote: v.object({ buyAmount: digits }) })
const orderId = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{112}$/))

/**
 * CoW: the user signs an order, and a solver executes it at its price or better, without a network fee for the user. The
 * order is built here, from the request alone: CoW's answer decides only the amount that it promises.
 */
export function createCowSwap({
  contracts = publicContracts,
  now,
  url = 'https://api.cow.fi',
}: AggregatorSettings & { now: () => number }): SwapSource {
  const pathOf = (chain: EvmChain) =>
    `${url}/${readOwn(slugs, String(numberOf(chain))) ?? numberOf(chain)}/api/v1`
  const domainOf = (chain: EvmChain) => ({
    ...{ name: 'Gnosis Protocol', version: 'v2', chainId: Number(numberOf(chain)) },
    verifyingContract: contracts[chain.caipId]!.targets[0]!,
  })
  const askAmount = async ({ amount, from, to, user }: SwapRequest): Promise<bigint> => {
    // CoW quotes only for a known account.
    if (user === undefined) throw convertError('source-unknown', { field: 'userAddress' })
    const { quote } = await withRoute(
      askService({
        ...{ name: 'CoW', schema: quoted, url: `${pathOf(from.chain as EvmChain)}/quote` },
        body: {
          ...{ sellToken: from.address, buyToken: to.address, from: user, receiver: user },
          ...{ kind: 'sell', sellAmountBeforeFee: String(amount), validFor: lifeSeconds },
          ...{ appData, signingScheme: 'eip712' },
        },
      }),
      ({ status }) => status === 400 || status === 404,
    )
    return quote.buyAmount
  }
  const source = aggregatorOf({
    ...{ id: 'cow', name: 'CoW Swap', contracts },
    async getOffer(request) {
      const toAmount = await askAmount(request)
      return {
        ...{ toAmount, minToAmount: withSlippage(toAmount, request.slippageBps) },
        ...{ priceImpact: null, route: oneStep(request, 'CoW Swap') },
        ...{ spender: contracts[request.from.chain.caipId]!.spenders[0]! },
        durationSeconds: usualSeconds,
      }
    },
    async build({ amount, from, minToAmount, to, user }) {
      const validTo = Math.floor(now() / 1000) + lifeSeconds
      const chain = from.chain as EvmChain
      const message = {
        ...{ sellToken: from.address, buyToken: to.address, receiver: user },
        ...{ sellAmount: String(amount), buyAmount: String(minToAmount), validTo },
        ...{ appData: appDataHash, feeAmount: '0', kind: 'sell', partiallyFillable: false },
        ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20' },
      }
      return {
        kind: 'order',
        typedData: JSON.stringify({
          types: { EIP712Domain: domainType, ...orderTypes },
          ...{ primaryType: 'Order', domain: domainOf(chain), message },
        }),
        expiresAt: validTo * 1000,
        spender: contracts[chain.caipId]!.spenders[0]!,
      }
    },
  })
  return {
    ...source,
    kind: 'order',
    // An order spends by allowance: a coin has none.
    supports: (request) => !request.from.isNative && source.supports(request),
    async submit({ chain, signature, typedData, user }) {
      const parsed = v.safeParse(signedData, typedData)
      if (!parsed.success || parsed.output.domain.chainId !== Number(numberOf(chain)))
        throw convertError('order-invalid', { field: 'typedData' })
      const { message } = parsed.output
      const signer = await recoverTypedDataAddress({
        ...{ domain: domainOf(chain), types: orderTypes, primaryType: 'Order', signature },
        message: {
          ...message,
          sellAmount: BigInt(message.sellAmount),
          buyAmount: BigInt(message.buyAmount),
          feeAmount: 0n,
        },
      }).catch((): Address | undefined => undefined)
      const isOwn = isAddressEqual(message.receiver, user)
      if (signer === undefined || !isAddressEqual(signer, user) || !isOwn)
        throw convertError('order-invalid', { field: 'signature' })
      return askService({
        ...{ name: 'CoW', schema: orderId, url: `${pathOf(chain)}/orders` },
        body: {
          ...{ ...message, appData, appDataHash, from: user, signature },
          signingScheme: 'eip712',
        },
      })
    },
  }
}
