import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import * as v from 'valibot'
import {
  type Address,
  bytesToHex,
  encodeFunctionData,
  getAddress,
  isAddress,
  numberToHex,
  zeroAddress,
} from 'viem'
import { devBridgeAbi } from '../evm/abis.ts'
import { devnetAddresses } from '../evm/addresses.ts'
import { etherPrices } from '../evm/deploy/fillPools.ts'
import type { BridgedChain } from './bridgedChain.ts'
import type { Transfers } from './transfers.ts'

const address = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: false })),
  v.transform((text): Address => getAddress(text)),
)
const number = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))
const quoteQuery = v.object({
  ...{ fromChain: number, toChain: number, fromToken: address, toToken: address },
  ...{ fromAddress: address, toAddress: address },
  fromAmount: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,77}$/),
    v.transform((text) => BigInt(text)),
  ),
  slippage: v.pipe(v.string(), v.regex(/^0(\.\d{1,6})?$/), v.transform(Number)),
})
const statusQuery = v.object({
  txHash: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-f]{64}$/),
    v.transform((text) => text as `0x${string}`),
  ),
})

/** The bridge's fee, in tenths of a percent. */
const fee = 1n

/** The amount of a token that is worth one ether on a chain; undefined for tokens without a pool. */
const perEther = (chainId: number, token: Address): bigint | undefined =>
  token === zeroAddress
    ? 10n ** 18n
    : etherPrices[chainId]?.find((one) => one.token === token)?.perEther

/**
 * Answers as LI.FI does.
 * @source https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer, …/introduction/user-flows-and-examples/status-tracking
 */
export function createBridgeApp({
  chains,
  seconds,
  transfers,
}: {
  chains: readonly BridgedChain[]
  seconds: number
  transfers: Transfers
}): Hono {
  const app = new Hono()
  app.get('/v1/quote', (context) => {
    const parsed = v.safeParse(quoteQuery, context.req.query())
    if (!parsed.success) return context.json({ message: 'Bad request', code: 1011 }, 400)
    const { fromAmount, fromChain, fromToken, slippage, toAddress, toChain, toToken } =
      parsed.output
    const isKnown = [fromChain, toChain].every((id) => chains.some(({ chainId }) => chainId === id))
    const [paid, received] = [perEther(fromChain, fromToken), perEther(toChain, toToken)]
    if (!isKnown || fromChain === toChain || !paid || !received)
      return context.json({ message: 'No available quotes for the requested transfer' }, 404)
    const toAmount = (fromAmount * received * (1000n - fee)) / (paid * 1000n)
    const least = (toAmount * BigInt(Math.round((1 - slippage) * 10_000))) / 10_000n
    if (least === 0n)
      return context.json({ message: 'No available quotes for the requested transfer' }, 404)
    const transactionId = bytesToHex(randomBytes(32))
    transfers.promise(transactionId, {
      ...{ amount: fromAmount, toAmount, fromToken, toToken, fromChain, toChain },
    })
    const data = encodeFunctionData({
      abi: devBridgeAbi,
      functionName: 'start',
      args: [
        {
          ...{ transactionId, bridge: 'devbridge', integrator: 'foyer', referrer: zeroAddress },
          ...{ sendingAssetId: fromToken, receiver: toAddress, minAmount: fromAmount },
          destinationChainId: BigInt(toChain),
          ...{ hasSourceSwaps: false, hasDestinationCall: false },
        },
      ],
    })
    return context.json({
      ...{ type: 'lifi', id: transactionId, tool: 'devbridge' },
      toolDetails: { key: 'devbridge', name: 'Dev Bridge' },
      action: { fromChainId: fromChain, toChainId: toChain, slippage },
      estimate: {
        ...{ tool: 'devbridge', fromAmount: String(fromAmount) },
        ...{ toAmount: String(toAmount), toAmountMin: String(least) },
        ...{ approvalAddress: devnetAddresses.bridge, executionDuration: seconds },
        gasCosts: [{ type: 'SEND', estimate: '120000' }],
      },
      transactionRequest: {
        ...{ to: devnetAddresses.bridge, data, chainId: fromChain, gasLimit: '0x30d40' },
        value: numberToHex(fromToken === zeroAddress ? fromAmount : 0n),
      },
    })
  })
  app.get('/v1/status', (context) => {
    const parsed = v.safeParse(statusQuery, context.req.query())
    if (!parsed.success) return context.json({ message: 'Bad request', code: 1011 }, 400)
    const { txHash } = parsed.output
    const found = transfers.find(txHash)
    const sending = { txHash }
    if (found === undefined) return context.json({ status: 'NOT_FOUND', sending })
    if (found === 'pending')
      return context.json({ status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION', sending })
    const { amount, chainId, end, hash, token } = found
    return context.json({
      ...{ status: 'DONE', substatus: end.toUpperCase(), sending },
      receiving: { chainId, txHash: hash, amount: String(amount), token: { address: token } },
    })
  })
  return app
}
