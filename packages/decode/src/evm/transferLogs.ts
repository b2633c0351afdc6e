import { decodeAbi } from './decodeAbi.ts'
import { fromHex } from './hex.ts'

/** A balance in a contract: ERC-20 tokens, one ERC-721 NFT, or one ERC-1155 token id. */
export type Holding = {
  /** Lower-case address. */
  token: string
  /** Number of an NFT. */
  tokenId?: bigint
  /** False for an NFT with a single owner (ERC-721), true for one that is counted (ERC-1155). */
  counted: boolean
}

/** Change of an account's balance according to logs, in smallest units. */
export type LoggedChange = Holding & { amount: bigint }

/** The changes of an account according to logs. */
export type ReadLogs = {
  changes: readonly LoggedChange[]
  /** True when every transfer could be decoded, and there were not too many. */
  whole: boolean
}

/** Maximum of changes tracked. */
const maxChanges = 50
/** @source ERC-20 and ERC-721 (same topic), ERC-1155, WETH9 */
const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
}

type Log = { address: string; topics: string[]; data: Uint8Array }
type Move = LoggedChange & { from: string; to: string; wrap?: true }
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

/** Key of a holding. */
export function holdingKey({ token, tokenId }: Holding): string {
  return `${token} ${tokenId ?? ''}`
}

const addressOf = (topic: string | undefined) => `0x${(topic ?? '').slice(26)}`

/** Decodes a log. @returns Undefined for a transfer that is malformed, or of a non-standard early token. */
function readMoves({ address: token, topics: [topic, ...rest], data }: Log): Move[] | undefined {
  const [first, second, third] = rest
  const amountOf = () => (decodeAbi('uint256', data) as readonly [bigint] | undefined)?.[0]
  if (topic === topics.transfer) {
    const between = { token, from: addressOf(first), to: addressOf(second), counted: true }
    if (third !== undefined)
      return [{ ...between, amount: 1n, tokenId: BigInt(third), counted: false }]
    const amount = second === undefined ? undefined : amountOf()
    return amount === undefined ? undefined : [{ ...between, amount }]
  }
  if (topic === topics.deposit || topic === topics.withdrawal) {
    // Ignore events with the same topic but other fields.
    const amount = amountOf()
    if (amount === undefined || first === undefined) return []
    const [from, to] = topic === topics.deposit ? [nobody, first] : [first, nobody]
    return [{ token, from: addressOf(from), to: addressOf(to), amount, counted: true, wrap: true }]
  }
  const many = topic === topics.batch
  if (topic !== topics.single && !many) return []
  const args = decodeAbi(many ? 'uint256[],uint256[]' : 'uint256,uint256', data)
  if (third === undefined || !args) return undefined
  const [ids = [], amounts = []] = (many ? args : args.map((arg) => [arg])) as bigint[][]
  return ids.map((tokenId, index) => ({
    token,
    from: addressOf(second),
    to: addressOf(third),
    amount: amounts[index] ?? 0n,
    tokenId,
    counted: true,
  }))
}

/**
 * Sums an account's changes from the transfers in a simulation's logs. Contracts can log transfers that never happened,
 * so compare them with the account's balances.
 * @param account - Lower-case address.
 */
export function readTransferLogs(logs: readonly unknown[], account: string): ReadLogs {
  let whole = true
  const moves = logs.flatMap((value) => {
    const log = parseLog(value)
    const read = log && readMoves(log)
    if (!read) whole = false
    return read ?? []
  })
  // Some wrapped coins log a deposit twice: as `Deposit`, and as a transfer from the zero address.
  const minted = new Set(
    moves
      .filter(({ from, to, wrap }) => !wrap && (from === nobody || to === nobody))
      .map(({ token }) => token),
  )
  const totals = new Map<string, LoggedChange>()
  for (const { from, to, wrap, ...change } of moves) {
    if ((wrap && minted.has(change.token)) || (from === account) === (to === account)) continue
    const before = totals.get(holdingKey(change))?.amount ?? 0n
    const amount = before + (to === account ? change.amount : -change.amount)
    totals.set(holdingKey(change), { ...change, amount })
  }
  const changes = [...totals.values()]
  return {
    changes: changes.slice(0, maxChanges),
    whole: whole && changes.length <= maxChanges,
  }
}
