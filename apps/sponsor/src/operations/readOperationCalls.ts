import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'

const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
/** A batch of which all calls or none happen. @source https://eips.ethereum.org/EIPS/eip-7821 */
const batchMode = `0x01${'0'.repeat(62)}` as const
const batch = parseAbiParameters([
  'Call[] calls',
  'struct Call { address to; uint256 value; bytes data; }',
])

/** A call that an operation makes. `value` is decimal digits. */
export type OperationCall = { readonly to: Hex; readonly value: string; readonly data: Hex }

/** Encodes the call data of an operation that makes these calls. */
export const encodeOperationCalls = (
  calls: readonly { readonly to: Hex; readonly value: bigint; readonly data: Hex }[],
): Hex =>
  encodeFunctionData({
    ...{ abi, functionName: 'execute' },
    args: [batchMode, encodeAbiParameters(batch, [calls])],
  })

/** Reads the calls of an operation of the operator's smart account; undefined for any other call data. */
export function readOperationCalls(callData: Hex): OperationCall[] | undefined {
  if (!isInOrder(callData)) return undefined
  try {
    const [mode, executionData] = decodeFunctionData({ abi, data: callData }).args
    const [calls] = decodeAbiParameters(batch, executionData)
    // Another encoding of the same calls could be read differently by the account.
    if (mode !== batchMode || encodeOperationCalls(calls) !== callData.toLowerCase())
      return undefined
    return calls.map(({ data, to, value }) => ({ data, to, value: value.toString() }))
  } catch {
    return undefined
  }
}

/** Call data up to the list of calls: selector, mode, offset and length of the bytes, offset of the list. */
const beforeList = 4 + 4 * 32

/**
 * Returns whether the calls stand one after the other, as they are encoded. Offsets that lead to the same data many times would
 * multiply the work of decoding them.
 */
function isInOrder(callData: Hex): boolean {
  const word = (at: number) => Number(`0x${callData.slice(2 + at * 2, 2 + (at + 32) * 2)}`)
  const [count, start] = [word(beforeList), beforeList + 32]
  let next = count * 32
  // Beyond the end, a word is not a number, and equals nothing.
  for (let index = 0; index < count; index++) {
    if (word(start + index * 32) !== next) return false
    // After address, amount and offset of the data.
    const length = word(start + next + 3 * 32)
    next += 4 * 32 + Math.ceil(length / 32) * 32
  }
  return Number.isSafeInteger(next)
}
