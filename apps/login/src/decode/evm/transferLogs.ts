import { fromHex } from '../../worker/evm/hex.ts'
import { decodeAbi } from './decodeAbi.ts'

/** What an account has more or less of, in smallest units. */
export type BalanceChange = {
  /** Lower-case address; left out: the network's coins. */
  token?: string
  /** Of an NFT. */
  tokenId?: bigint
  amount: bigint
}

/** How traced coins look like a token. @source https://github.com/ethereum/execution-apis eth_simulateV1, traceTransfers */
const coinsAddress = `0x${'e'.repeat(40)}`
/** @source ERC-20 and ERC-721 (same topic), ERC-1155, WETH9 */
const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
}

type Log = { address: string; topics: string[]; data: Uint8Array }
type Move = {
  token: string
  from: string
  to: string
  amount: bigint
  tokenId?: bigint
  wrap?: true
}
const nobody = `0x${'0'.repeat(40)}`

function parseLog(value: unknown): Log | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { address, data, topics: given } = value as Record<string, unknown>
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  if (typeof data !== 'string' || data.length > 65_536 || !Array.isArray(given)) return undefined
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return undefined
  const words = given as unknown[]
  if (words.some((word) => typeof word !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(word)))
    return undefined
  return {
    address: address.toLowerCase(),
    topics: (words as string[]).map((word) => word.toLowerCase()),
    data: fromHex(data),
  }
}

const addressOf = (topic: string | undefined) => `0x${(topic ?? '').slice(26)}`

function readMoves({ address: token, topics: [topic, ...rest], data }: Log): Move[] {
  const [first, second, third] = rest
  if (topic === topics.transfer && third !== undefined)
    return [
      { token, from: addressOf(first), to: addressOf(second), amount: 1n, tokenId: BigInt(third) },
    ]
  if (topic === topics.transfer && second !== undefined) {
    const [amount] = (decodeAbi('uint256', data) ?? []) as bigint[]
    return amount === undefined
      ? []
      : [{ token, from: addressOf(first), to: addressOf(second), amount }]
  }
  if (topic === topics.deposit || topic === topics.withdrawal) {
    const [amount] = (decodeAbi('uint256', data) ?? []) as bigint[]
    if (amount === undefined || first === undefined) return []
    const [from, to] = topic === topics.deposit ? [nobody, first] : [first, nobody]
    return [{ token, from: addressOf(from), to: addressOf(to), amount, wrap: true }]
  }
  const many = topic === topics.batch
  if (third === undefined || (topic !== topics.single && !many)) return []
  const args = decodeAbi(many ? 'uint256[],uint256[]' : 'uint256,uint256', data) ?? []
  const [ids = [], amounts = []] = (many ? args : args.map((arg) => [arg])) as bigint[][]
  return ids.map((tokenId, index) => ({
    token,
    from: addressOf(second),
    to: addressOf(third),
    amount: amounts[index] ?? 0n,
    tokenId,
  }))
}

/**
 * What transfers in a simulation's logs do to an account. Logs that are no transfers, or malformed, count nothing.
 *
 * @param account - Lower-case address.
 */
export function readTransferLogs(logs: readonly unknown[], account: string): BalanceChange[] {
  const moves = logs.flatMap((value) => {
    const log = parseLog(value)
    return log ? readMoves(log) : []
  })
  // Wrapped coins of some networks tell of wrapping twice: as an event of their own, and as a transfer from nobody.
  const minted = new Set(
    moves
      .filter(({ from, to, wrap }) => !wrap && (from === nobody || to === nobody))
      .map(({ token }) => token),
  )
  const totals = new Map<string, BalanceChange>()
  for (const { token, from, to, amount, tokenId, wrap } of moves) {
    if ((wrap && minted.has(token)) || (from === account) === (to === account)) continue
    const key = `${token} ${tokenId ?? ''}`
    const before = totals.get(key)?.amount ?? 0n
    totals.set(key, {
      ...(token === coinsAddress ? {} : { token }),
      ...(tokenId === undefined ? {} : { tokenId }),
      amount: before + (to === account ? amount : -amount),
    })
  }
  return [...totals.values()].filter(({ amount }) => amount !== 0n).slice(0, 50)
}
