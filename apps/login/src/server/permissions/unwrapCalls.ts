import { type AbiValue, decodeAbi } from '@foyer/decode/internal'
import { HttpError } from '@foyer/server'

/** A call of a chain. */
export type ChainCall = { readonly to: string | undefined; readonly data: string }

type Bytes = Uint8Array
/** The calls inside a call, and the bytes around them. */
type Inner = {
  readonly calls: readonly (readonly [to: string, data: Bytes])[]
  readonly size: number
}

/** `execute(bytes32 mode, bytes executionData)`. @source https://eips.ethereum.org/EIPS/eip-7821 */
const executeSelector = '0xe9ae5c53'
/** `handleOps` of EntryPoint 0.7 and newer. @source https://eips.ethereum.org/EIPS/eip-4337 */
const handleOpsSelector = '0x765e827f'
/** Also the beginning of a signed batch, in which `bytes opData` follows. @source contracts/FoyerAccount.sol */
const batchTypes = '(address,uint256,bytes)[]'
const bundleTypes = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address'
/** Shorter call data than a selector and two words is none of these calls. */
const headLength = 4 + 2 * 32

/** Calls that are read, in all: the parts of call data can point to one another. */
const callsRead = 1000

/**
 * Reads calls and those inside them: batches of smart accounts (ERC-7821, unsigned and signed), and the operations of bundles
 * (ERC-4337). The work is bounded by the length of the call data.
 * @throws HttpError 403 `action-not-allowed` when there are too many, or they can not be read
 */
export function unwrapCalls(calls: readonly ChainCall[]): readonly ChainCall[] {
  const all = [...calls]
  // The list grows while it is read.
  for (const { data } of all) {
    const inner = readInner(data.toLowerCase())
    if (inner === undefined) continue
    const size = inner.calls.reduce((total, [, bytes]) => total + bytes.length, 0)
    // Encoders write each part once; parts that stand in one another would multiply the work.
    if (size > inner.size || all.length + inner.calls.length > callsRead)
      throw refusal('These are too many calls inside one another')
    for (const [to, bytes] of inner.calls)
      all.push({ to, data: `0x${Buffer.from(bytes).toString('hex')}` })
  }
  return all
}

/**
 * @returns undefined for any other call
 * @throws HttpError 403 `action-not-allowed` when a batch or bundle can not be read: the chain may read it
 */
function readInner(data: string): Inner | undefined {
  const selector = data.slice(0, 10)
  if (selector !== executeSelector && selector !== handleOpsSelector) return undefined
  const parameters = Buffer.from(data.slice(10), 'hex')
  if (4 + parameters.length < headLength) return undefined
  if (selector === handleOpsSelector) {
    const [operations] = decodeAbi(bundleTypes, parameters) ?? unreadable()
    return {
      calls: (operations as AbiValue[][]).map((one) => [one[0] as string, one[3] as Bytes]),
      size: parameters.length,
    }
  }
  // Other modes have no list of calls; the operator's accounts take this one only.
  if (parameters[0] !== 1) return undefined
  const [, executionData] = (decodeAbi('bytes32,bytes', parameters) ?? unreadable()) as Bytes[]
  const [calls] = decodeAbi(batchTypes, executionData!) ?? unreadable()
  return {
    calls: (calls as AbiValue[][]).map((one) => [one[0] as string, one[2] as Bytes]),
    size: executionData!.length,
  }
}

const refusal = (message: string) => new HttpError(403, 'action-not-allowed', message)

function unreadable(): never {
  throw refusal('These calls can not be read')
}
