import { HttpError } from '@foyer/server'
import {
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'

/** A call of a chain. */
export type ChainCall = { readonly to: string | undefined; readonly data: string }

const abi = [
  ...parseAbi(['function execute(bytes32 mode, bytes executionData) payable']),
  ...entryPoint08Abi.filter((one) => one.type === 'function' && one.name === 'handleOps'),
] as const
/** Also the beginning of a signed batch, in which `bytes opData` follows. @source contracts/FoyerAccount.sol */
const batch = parseAbiParameters([
  'Call[] calls',
  'struct Call { address to; uint256 value; bytes data; }',
])

/** Calls that are read, in all: the parts of call data can point to one another. */
const callsRead = 1000

/**
 * Reads calls and those inside them: batches of smart accounts (ERC-7821, unsigned and signed), and the operations of bundles
 * (ERC-4337).
 * @throws HttpError 403 `action-not-allowed` when there are too many
 */
export function unwrapCalls(calls: readonly ChainCall[]): readonly ChainCall[] {
  const all = [...calls]
  // The list grows while it is read.
  for (const call of all) {
    all.push(...readInner(call.data))
    if (all.length > callsRead)
      throw new HttpError(403, 'action-not-allowed', 'These are too many calls inside one another')
  }
  return all
}

function readInner(data: string): ChainCall[] {
  try {
    const call = decodeFunctionData({ abi, data: data.toLowerCase() as Hex })
    if (call.functionName === 'handleOps')
      return call.args[0].map((one) => ({ to: one.sender, data: one.callData }))
    const [, executionData] = call.args
    return decodeAbiParameters(batch, executionData)[0].map(({ data, to }) => ({ to, data }))
  } catch {
    // Any other call.
    return []
  }
}
