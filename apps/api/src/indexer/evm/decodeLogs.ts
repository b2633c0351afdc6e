import type { Hex } from 'viem'
import { decodeAbiParameters, hexToBigInt } from 'viem/utils'
import { noAddress } from '../../rpc/ethCall.ts'
import type { ChainTransfer } from '../chainBlock.ts'

/** A log of a receipt, in lower case. */
export type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** @source ERC-20, ERC-721, ERC-1155; the last two WETH9 */
export const logTopics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/**
 * Decodes the transfers and approvals in the logs of one transaction; skips other logs.
 *
 * @param wrappedNative - lower-case address of the wrapped coin, whose deposits and withdrawals are logged like WETH9's
 */
export function decodeLogs(
  logs: readonly Log[],
  { wrappedNative }: { wrappedNative: string | undefined },
): ChainTransfer[] {
  const found = logs.flatMap((log) => decodeLog(log))
  const wraps = logs
    .filter(({ address }) => address === wrappedNative)
    .flatMap(decodeWrap)
    // Some wrapped coins log a transfer as well: do not count it twice.
    .filter((wrap) => !found.some((transfer) => isSame(wrap, transfer)))
  return [...found, ...wraps]
}

function decodeLog({ address, data, topics }: Log): ChainTransfer[] {
  const [topic, first = '', second = '', third = ''] = topics
  const words = (data.length - 2) / 64
  const count = topics.length
  switch (topic) {
    case logTopics.transfer:
    case logTopics.approval: {
      const isTransfer = topic === logTopics.transfer
      const between = { sender: toAddress(first), receiver: toAddress(second) }
      if (count === 3 && words === 1)
        return [
          {
            ...between,
            kind: isTransfer ? 'token' : 'approval',
            asset: `erc20:${address}`,
            amount: hexToBigInt(data as Hex),
          },
        ]
      if (count !== 4 || words !== 0) return []
      const asset = `erc721:${address}/${BigInt(third)}`
      return [{ ...between, kind: isTransfer ? 'nft' : 'approval', asset, amount: 1n }]
    }
    case logTopics.approvalForAll:
      if (count !== 3 || words !== 1) return []
      return [
        {
          kind: 'approval',
          asset: `nft:${address}`,
          sender: toAddress(first),
          receiver: toAddress(second),
          amount: BigInt(data) === 0n ? 0n : 1n,
        },
      ]
    case logTopics.transferSingle:
    case logTopics.transferBatch:
      if (count !== 4) return []
      return readItems(topic, data as Hex).map(([id, amount]) => ({
        kind: 'nft',
        asset: `erc1155:${address}/${id}`,
        sender: toAddress(second),
        receiver: toAddress(third),
        amount,
      }))
    default:
      return []
  }
}

function readItems(topic: string, data: Hex): (readonly [id: bigint, amount: bigint])[] {
  try {
    if (topic === logTopics.transferSingle) return [decodeAbiParameters(single, data)]
    const [ids, amounts] = decodeAbiParameters(batch, data)
    return ids.length === amounts.length ? ids.map((id, at) => [id, amounts[at]!]) : []
  } catch {
    // Skip malformed logs: any contract can use this topic.
    return []
  }
}

const single = [{ type: 'uint256' }, { type: 'uint256' }] as const
const batch = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

/** Decodes WETH9's deposits and withdrawals, for which it logs no transfer. */
function decodeWrap({ address, data, topics: [topic, account = ''] }: Log): ChainTransfer[] {
  if (account.length !== 66 || data.length !== 66) return []
  const holder = toAddress(account)
  const made = { kind: 'token', asset: `erc20:${address}`, amount: BigInt(data) } as const
  if (topic === logTopics.deposit) return [{ ...made, sender: noAddress, receiver: holder }]
  if (topic === logTopics.withdrawal) return [{ ...made, sender: holder, receiver: noAddress }]
  return []
}

const isSame = (a: ChainTransfer, b: ChainTransfer) =>
  a.asset === b.asset && a.sender === b.sender && a.receiver === b.receiver && a.amount === b.amount

const toAddress = (topic: string) => `0x${topic.slice(-40)}`
