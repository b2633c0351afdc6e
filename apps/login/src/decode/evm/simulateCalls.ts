import { toHex } from '../../worker/evm/hex.ts'
import type { DescribeServices } from '../describeRequest.ts'
import type { Simulation } from '../description.ts'
import type { EvmCall } from './callReading.ts'
import { type BalanceChange, readTransferLogs } from './transferLogs.ts'

/** What was seen when the calls were tried, one after the other. */
export type SimulatedCalls = {
  simulation: Exclude<Simulation, 'timed-out'>
  /** Of the account, in smallest units; what leaves is negative. */
  changes: readonly BalanceChange[]
}

type Rpc = DescribeServices['rpc']
const unavailable: SimulatedCalls = { simulation: 'unavailable', changes: [] }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether the chain itself refused, or nobody answered. @source EIP-1474; code 3 of every node */
function isRevert(error: unknown): boolean {
  if (!isRecord(error)) return false
  const { cause, code, details, message } = error
  return (
    code === 3 ||
    [details, message].some((text) => typeof text === 'string' && /revert/i.test(text)) ||
    (cause !== error && isRecord(cause) && !cause.cause && isRevert(cause))
  )
}

const quantity = (value: bigint) => `0x${value.toString(16)}`

function callObject({ to, value, data, sender }: EvmCall, gas: bigint | undefined) {
  return {
    from: sender,
    ...(to === undefined ? {} : { to }),
    value: quantity(value),
    data: toHex(data),
    ...(gas === undefined ? {} : { gas: quantity(gas) }),
  }
}

/** @source https://github.com/ethereum/execution-apis eth_simulateV1 */
async function simulateV1(
  rpc: Rpc,
  calls: readonly ReturnType<typeof callObject>[],
  account: string,
): Promise<SimulatedCalls | undefined> {
  const options = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false }
  let answer: unknown
  try {
    answer = await rpc('eth_simulateV1', [options, 'latest'])
  } catch {
    // Few nodes have it: the older way tells less.
    return undefined
  }
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  const results: unknown = isRecord(block) ? block.calls : undefined
  if (!Array.isArray(results) || results.length !== calls.length) return undefined
  const logs: unknown[] = []
  for (const result of results as unknown[]) {
    if (!isRecord(result) || !Array.isArray(result.logs)) return undefined
    if (result.status === '0x0') return { simulation: 'reverts', changes: [] }
    if (result.status !== '0x1') return undefined
    logs.push(...(result.logs as unknown[]).slice(0, 1_000))
  }
  return { simulation: 'complete', changes: readTransferLogs(logs, account) }
}

async function tryCall(rpc: Rpc, call: ReturnType<typeof callObject>): Promise<SimulatedCalls> {
  try {
    const { gas: _gas, ...open } = call
    await Promise.all([rpc('eth_call', [call, 'latest']), rpc('eth_estimateGas', [open])])
    return { simulation: 'partial', changes: [] }
  } catch (error) {
    return isRevert(error) ? { simulation: 'reverts', changes: [] } : unavailable
  }
}

/**
 * Tries the calls on the chain's latest state. Never throws: a chain that does not answer, or not sensibly, is a
 * simulation that is not there.
 *
 * @param options.gas - What the one transaction may use.
 */
export async function simulateCalls(
  rpc: Rpc,
  { calls, account, gas }: { calls: readonly EvmCall[]; account: string; gas?: bigint | undefined },
): Promise<SimulatedCalls> {
  const objects = calls.map((call) => callObject(call, gas))
  const seen = await simulateV1(rpc, objects, account)
  if (seen) return seen
  const [only] = objects
  // Each of several would have to see what the one before it did.
  return only && objects.length === 1 ? tryCall(rpc, only) : unavailable
}
