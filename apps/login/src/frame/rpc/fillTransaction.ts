import type { SignRequestInput } from '@foyer/decode'
import { FoyerError } from '@foyer/protocol'
import type { Rpc } from '../createRpc.ts'

type Sending = Extract<SignRequestInput, { method: 'eth_sendTransaction' }>
/** A complete transaction, in the form for the key worker. */
export type FilledTransaction = Sending['params'][0]

/** Fields that a site may set. Others are refused, since the approval card would not show them. */
const allowedFields = new Set([
  ...['from', 'to', 'value', 'data', 'input', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas'],
  ...['maxPriorityFeePerGas', 'nonce', 'chainId', 'type', 'accessList'],
])

/** Gas limit in percent of the node's estimate, since the cost of a call may change from block to block. */
export const gasPercent = 120n
/**
 * `maxFeePerGas` in multiples of the base fee. The base fee grows by at most an eighth a block, so the transaction stays
 * valid for at least five full blocks. @source EIP-1559
 */
const baseFeeTimes = 2n
/** Priority fee when the node suggests none, in wei. */
const defaultTip = 1_000_000_000n

function refuse(details: string): never {
  throw new FoyerError('params-invalid', { details })
}

/** Parses a numeric field: hex (leading zeros allowed), decimal text, or a number. @throws FoyerError `params-invalid` */
export function readQuantity(given: unknown, name: string): bigint | undefined {
  if (given === undefined || given === null) return undefined
  const text = typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given
  if (typeof text !== 'string' || !/^(?:0x[0-9a-f]{1,64}|\d{1,16})$/i.test(text))
    refuse(`${name} is no number.`)
  return BigInt(text)
}

const hex = (value: bigint) => `0x${value.toString(16)}`

export function readData({ data, input }: Record<string, unknown>): string {
  if (data !== undefined && input !== undefined && data !== input)
    refuse('data and input are not the same.')
  const text = data ?? input ?? '0x'
  if (typeof text !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(text)) refuse('data is no hex.')
  return text
}

/**
 * Fills in the fields that a site omitted: the account's next nonce, the gas limit, and fees of EIP-1559 where the
 * network has them.
 * @throws {@link FoyerError} `params-invalid` for an unknown or malformed field; `chain-unrecognised` for a transaction
 *   of another network; `rpc-failed` with the node's message when the node can not execute it
 */
export async function fillTransaction(
  given: Readonly<Record<string, unknown>>,
  {
    chainId,
    fees: known,
    from,
    rpc,
  }: {
    chainId: bigint
    /** Those of an earlier transaction of the same batch. @default asks the network */
    fees?: Fees | undefined
    from: string
    rpc: Rpc
  },
): Promise<FilledTransaction> {
  for (const key of Object.keys(given))
    if (!allowedFields.has(key)) refuse(`A transaction has no ${key.slice(0, 40)} here.`)
  const own = readQuantity(given.chainId, 'chainId')
  if (own !== undefined && own !== chainId)
    throw new FoyerError('chain-unrecognised', {
      details: 'The transaction is for another network than the active one.',
    })
  const call = {
    from,
    ...(typeof given.to === 'string' && { to: given.to }),
    value: hex(readQuantity(given.value, 'value') ?? 0n),
    data: readData(given),
    ...(Array.isArray(given.accessList) && { accessList: given.accessList }),
  }
  const [nonce, gas, fees] = await Promise.all([
    readQuantity(given.nonce, 'nonce') ??
      askQuantity(rpc, 'eth_getTransactionCount', [from, 'pending']),
    readQuantity(given.gas ?? given.gasLimit, 'gas') ??
      askQuantity(rpc, 'eth_estimateGas', [call]).then((gas) => (gas * gasPercent) / 100n),
    known ?? fillFees(given, rpc),
  ])
  const filled = { ...call, ...fees, chainId: hex(chainId), gas: hex(gas), nonce: hex(nonce) }
  if (fees.type === '0x0' && 'accessList' in filled) refuse('accessList needs fees of EIP-1559.')
  // Only a type assertion: the worker's schema validates the value.
  return filled as unknown as FilledTransaction
}

export type Fees =
  | { type: '0x0'; gasPrice: string }
  | { type: '0x2'; maxFeePerGas: string; maxPriorityFeePerGas: string }

export async function fillFees(given: Readonly<Record<string, unknown>>, rpc: Rpc): Promise<Fees> {
  const gasPrice = readQuantity(given.gasPrice, 'gasPrice')
  const maxFee = readQuantity(given.maxFeePerGas, 'maxFeePerGas')
  const tip = readQuantity(given.maxPriorityFeePerGas, 'maxPriorityFeePerGas')
  if (gasPrice !== undefined) {
    if (maxFee !== undefined || tip !== undefined)
      refuse('A transaction has gasPrice, or maxFeePerGas and maxPriorityFeePerGas.')
    return { type: '0x0', gasPrice: hex(gasPrice) }
  }
  const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas?: string
  } | null
  const baseFee = readQuantity(block?.baseFeePerGas, 'baseFeePerGas')
  if (baseFee === undefined) {
    if (maxFee !== undefined || tip !== undefined) refuse('This network has no fees of EIP-1559.')
    return { type: '0x0', gasPrice: hex(await askQuantity(rpc, 'eth_gasPrice', [])) }
  }
  const suggestTip = () => askQuantity(rpc, 'eth_maxPriorityFeePerGas', []).catch(() => defaultTip)
  const priorityFee = tip ?? (await suggestTip())
  const limit = maxFee ?? baseFee * baseFeeTimes + priorityFee
  if (tip !== undefined && tip > limit) refuse('maxPriorityFeePerGas is above maxFeePerGas.')
  const paid = priorityFee > limit ? limit : priorityFee
  return { type: '0x2', maxFeePerGas: hex(limit), maxPriorityFeePerGas: hex(paid) }
}

export async function askQuantity(rpc: Rpc, method: string, params: unknown[]): Promise<bigint> {
  const answer = readQuantity(await rpc(method, params), method)
  if (answer !== undefined) return answer
  throw new FoyerError('rpc-failed', { details: `${method} has no answer.` })
}
