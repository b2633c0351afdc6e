import { formatAccountId } from '@foyer/protocol'
import type { Crossing } from '@foyer/protocol/api'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { getAddress, hexToBigInt, isAddressEqual } from 'viem/utils'
import { cached } from '../cached.ts'
import type { Chain, EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseResult } from '../rpc/parseResult.ts'
import { convertError } from './convertError.ts'
import { nativeAddress, type SwapSource } from './swapSource.ts'

type Asked = { source: string; hash: Hex; from: Chain; to: Chain; user: string }

/** Follows swaps across chains. */
export type Crossings = {
  /** @throws HttpError 400 `source-unknown`, or any error if the source does not answer */
  get(asked: Asked): Promise<Crossing>
}

/** Time that an answer is remembered, in ms: a bridge needs some seconds at least. */
const statusTtlMs = 4000

/** Creates the part that asks a source what became of a swap, and compares what arrived with the chain's own receipt. */
export function createCrossings({
  now,
  rpc,
  sources,
}: {
  now: () => number
  rpc: ChainRpc
  sources: readonly SwapSource[]
}): Crossings {
  const find = cached<Crossing>({
    ...{ ttlMs: statusTtlMs, maxEntries: 1000, now },
    async load(key) {
      const [id, hash, fromId, toId, user] = JSON.parse(key) as [string, Hex, string, string, Hex]
      const [from, to] = [rpc.findChain(fromId) as EvmChain, rpc.findChain(toId) as EvmChain]
      const source = sources.find((one) => one.id === id)!
      const { received, status } = await source.follow!({ from, hash, to })
      if (received === undefined) return { status }
      const paid = await readPaid(rpc, received.chainId === fromId ? from : to, received, user)
      return {
        status,
        received: {
          hash: received.hash,
          token: formatAccountId({ chainId: received.chainId, address: received.token }),
          amount: String(paid ?? received.amount),
          checkedBy: paid === undefined ? 'source' : 'chain',
        },
      }
    },
  })
  return {
    async get({ from, hash, source: id, to, user }) {
      const source = sources.find((one) => one.id === id)
      const isFollowed =
        source?.follow !== undefined &&
        [from, to].every((chain) => chain.namespace === 'eip155' && source.isOn(chain))
      if (!isFollowed) throw convertError('source-unknown', { field: 'source' })
      return find(JSON.stringify([id, hash, from.caipId, to.caipId, user]))
    },
  }
}

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as Hex),
)
const receiptShape = v.nullable(
  v.object({
    status: hex,
    logs: v.array(v.object({ address: hex, topics: v.array(hex), data: hex })),
  }),
)
const transactionShape = v.nullable(v.object({ to: v.nullable(hex), value: hex }))

/** `Transfer(address,address,uint256)`. @source https://eips.ethereum.org/EIPS/eip-20 */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** @returns what a transaction paid to the user by its receipt; undefined where it does not show that */
async function readPaid(
  rpc: ChainRpc,
  chain: EvmChain,
  { hash, token }: { hash: Hex; token: Address },
  user: Address,
): Promise<bigint | undefined> {
  const params = JSON.stringify([hash])
  const [first, second] = await rpc.send(chain, [
    { method: 'eth_getTransactionReceipt', params },
    { method: 'eth_getTransactionByHash', params },
  ])
  const receipt = parseResult(chain, first, receiptShape)
  if (receipt === null || hexToBigInt(receipt.status) !== 1n) return undefined
  if (isAddressEqual(token, nativeAddress)) {
    // Coins that a contract pays are in no log.
    const sent = parseResult(chain, second, transactionShape)
    const isDirect = sent?.to && isAddressEqual(sent.to, user)
    return isDirect && hexToBigInt(sent.value) > 0n ? hexToBigInt(sent.value) : undefined
  }
  const paid = receipt.logs.flatMap(({ address, data, topics: [event, , to] }) =>
    event === transfer &&
    data.length === 66 &&
    to?.length === 66 &&
    isAddressEqual(address, token) &&
    isAddressEqual(getAddress(`0x${to.slice(26)}`), user)
      ? [hexToBigInt(data)]
      : [],
  )
  return paid.length === 0 ? undefined : paid.reduce((sum, one) => sum + one)
}
