import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { decodeEventLog, getAddress, isAddressEqual, parseAbi } from 'viem/utils'
import { askService, ServiceFailed } from '../../askService.ts'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { noAddress } from '../../rpc/ethCall.ts'
import { type Followed, nativeAddress, type SimulatedLog } from '../swapSource.ts'
import { address, digits, numberOf } from './aggregator.ts'

/** @source https://github.com/lifinance/contracts ILiFi.sol */
const abi = parseAbi([
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'event LiFiTransferStarted(BridgeData bridgeData)',
])

/**
 * Returns whether a simulated call starts exactly one transfer to the user's own account on the other chain. A transfer to
 * a contract there, which would swap once more, is not one: the simulation can not tell whom that contract pays.
 */
export function startsTransfer(
  logs: readonly SimulatedLog[],
  { contract, to, user }: { contract: Address; to: EvmChain; user: Address },
): boolean {
  const started = logs.flatMap((log) => {
    if (!isAddressEqual(log.address, contract)) return []
    try {
      const topics = [...log.topics] as [Hex, ...Hex[]]
      const { args } = decodeEventLog({ abi, data: log.data, topics })
      return [args.bridgeData]
    } catch {
      // Another event.
      return []
    }
  })
  const [transfer, ...others] = started
  return (
    transfer !== undefined &&
    others.length === 0 &&
    isAddressEqual(transfer.receiver, user) &&
    String(transfer.destinationChainId) === numberOf(to) &&
    !transfer.hasDestinationCall
  )
}

const answer = v.object({
  status: v.picklist(['NOT_FOUND', 'INVALID', 'PENDING', 'DONE', 'FAILED']),
  substatus: v.optional(v.string()),
  receiving: v.optional(
    v.object({
      chainId: v.optional(v.number()),
      txHash: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/))),
      amount: v.optional(digits),
      token: v.optional(v.object({ address })),
    }),
  ),
})

/**
 * Asks LI.FI what became of a transfer.
 * @source https://docs.li.fi/introduction/user-flows-and-examples/status-tracking
 */
export async function followTransfer({
  from,
  hash,
  headers,
  to,
  url,
}: {
  from: EvmChain
  hash: Hex
  headers: Readonly<Record<string, string>>
  to: EvmChain
  url: string
}): Promise<Followed> {
  const query = new URLSearchParams({
    ...{ txHash: hash, fromChain: numberOf(from), toChain: numberOf(to) },
  })
  const told = await askService({
    ...{ name: 'LI.FI', schema: answer, headers, url: `${url}/v1/status?${query}` },
  }).catch((error: unknown) => {
    // A transaction that it has not seen yet.
    if (error instanceof ServiceFailed && error.status === 404) return undefined
    throw error
  })
  if (told?.status === 'FAILED') return { status: 'failed' }
  if (told?.status !== 'DONE') return { status: 'pending' }
  const { receiving, substatus } = told
  const status =
    substatus === 'REFUNDED' ? 'refunded' : substatus === 'PARTIAL' ? 'partial' : 'received'
  const { amount, chainId, token, txHash } = receiving ?? {}
  const chain = [from, to].find((one) => numberOf(one) === String(chainId ?? numberOf(to)))
  if (amount === undefined || !token || !txHash || !chain) return { status }
  const own = isAddressEqual(token.address, noAddress) ? nativeAddress : getAddress(token.address)
  const received = { amount, chainId: chain.caipId, hash: txHash as Hex, token: own }
  return { status, received }
}
