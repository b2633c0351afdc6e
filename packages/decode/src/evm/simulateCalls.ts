import type { DescribeServices } from '../describeServices.ts'
import type { Simulation } from '../description.ts'
import type { EvmCall } from './callReading.ts'
import { toHex } from './hex.ts'
import { type Holdings, probeAddress, probeCode, readProbe } from './holdingsProbe.ts'
import { type Holding, holdingKey, type ReadLogs, readTransferLogs } from './transferLogs.ts'

/** Change of an account's balance, in smallest units; negative for a loss. */
export type BalanceChange = {
  /** Lower-case address; omitted for the native coin. */
  token?: string
  /** Number of an NFT. */
  tokenId?: bigint
  amount: bigint
}

/** The changes of one call. */
export type SimulatedCall = {
  changes: readonly BalanceChange[]
  /** True when its logs claim income that the account's balances do not show. */
  overstated: boolean
}

/** The result of simulating the calls in order. */
export type SimulatedCalls = {
  simulation: Exclude<Simulation, 'timed-out'>
  /** Changes of each call; empty when the calls could not be simulated. */
  calls: readonly SimulatedCall[]
}

type Rpc = DescribeServices['rpc']
const unavailable: SimulatedCalls = { simulation: 'unavailable', calls: [] }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns whether a node's error means a revert, as opposed to no answer. @source EIP-1474; code 3 of every node */
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

/** Maximum of logs read from one call, and of holdings tracked. */
const [maxLogs, maxHoldings] = [1_000, 40] as const
/** Maximum of simulations: logs of one run show which holdings to query in the next. */
const maxRuns = 3

type Tried = { logs: readonly ReadLogs[]; holdings: readonly Holdings[]; reverts: boolean }

/** Simulates the calls once, reading the account's balances before the first and after each. */
async function tryOnce(
  rpc: Rpc,
  calls: readonly ReturnType<typeof callObject>[],
  { account, followed }: { account: string; followed: readonly Holding[] },
): Promise<Tried | undefined> {
  const ask = { to: probeAddress }
  const block = {
    stateOverrides: { [probeAddress]: { code: probeCode(account, followed) } },
    calls: [ask, ...calls.flatMap((call) => [call, ask])],
  }
  let answer: unknown
  try {
    const options = { blockStateCalls: [block], validation: false }
    answer = await rpc('eth_simulateV1', [options, 'latest'])
  } catch {
    // Few nodes support `eth_simulateV1`: fall back to a call that shows less.
    return undefined
  }
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined
  const results: unknown = isRecord(first) ? first.calls : undefined
  if (!Array.isArray(results) || results.length !== block.calls.length) return undefined
  const logs: ReadLogs[] = []
  const holdings: Holdings[] = []
  let reverts = false
  for (const [index, result] of (results as unknown[]).entries()) {
    if (!isRecord(result) || !Array.isArray(result.logs)) return undefined
    if (index % 2 === 0) {
      const held = readProbe(result.returnData, account, followed)
      if (!held) return undefined
      holdings.push(held)
      continue
    }
    if (result.status !== '0x0' && result.status !== '0x1') return undefined
    // Calls are separate transactions: later ones can succeed although one fails.
    if (result.status === '0x0') reverts = true
    const read = readTransferLogs((result.logs as unknown[]).slice(0, maxLogs), account)
    logs.push({ ...read, whole: read.whole && result.logs.length <= maxLogs })
  }
  return { logs, holdings, reverts }
}

/** Combines logs and balances of a call: takes the smaller amount for income, the larger for a loss. */
function compare(
  { changes }: ReadLogs,
  [before, after]: readonly [Holdings, Holdings],
  followed: readonly Holding[],
): SimulatedCall {
  const logged = new Map(changes.map((change) => [holdingKey(change), change.amount]))
  let overstated = false
  const ofTokens = followed.map((holding, index): BalanceChange => {
    const { token, tokenId } = holding
    const loggedAmount = logged.get(holdingKey(holding)) ?? 0n
    const [had, has] = [before.amounts[index], after.amounts[index]]
    const held = had === undefined || has === undefined ? 0n : has - had
    // Tolerate one percent: some tokens round.
    if (loggedAmount > 0n && held * 100n < loggedAmount * 99n) overstated = true
    return {
      token,
      ...(tokenId === undefined ? {} : { tokenId }),
      amount: loggedAmount < held ? loggedAmount : held,
    }
  })
  const coins = { amount: after.coins - before.coins }
  return { changes: [coins, ...ofTokens].filter(({ amount }) => amount !== 0n), overstated }
}

/** Simulates with `eth_simulateV1`. @source https://github.com/ethereum/execution-apis */
async function simulateV1(
  rpc: Rpc,
  calls: readonly ReturnType<typeof callObject>[],
  account: string,
): Promise<SimulatedCalls | undefined> {
  let followed: readonly Holding[] = []
  for (let tries = 1; ; tries++) {
    const tried = await tryOnce(rpc, calls, { account, followed })
    if (!tried) return undefined
    const named = new Map(
      [...followed, ...tried.logs.flatMap(({ changes }) => changes)].map(
        ({ counted, token, tokenId }) => {
          const holding = { counted, token, ...(tokenId === undefined ? {} : { tokenId }) }
          return [holdingKey(holding), holding] as const
        },
      ),
    )
    const all = named.size <= followed.length
    if (!all && tries < maxRuns && named.size <= maxHoldings) {
      followed = [...named.values()]
      continue
    }
    const whole = all && tried.logs.every((logs) => logs.whole)
    return {
      simulation: tried.reverts ? 'reverts' : whole ? 'complete' : 'partial',
      calls: tried.logs.map((logs, index) =>
        compare(logs, [tried.holdings[index]!, tried.holdings[index + 1]!], [...named.values()]),
      ),
    }
  }
}

async function tryCall(rpc: Rpc, call: ReturnType<typeof callObject>): Promise<SimulatedCalls> {
  try {
    const { gas: _gas, ...open } = call
    await Promise.all([rpc('eth_call', [call, 'latest']), rpc('eth_estimateGas', [open])])
    return { simulation: 'partial', calls: [] }
  } catch (error) {
    return isRevert(error) ? { simulation: 'reverts', calls: [] } : unavailable
  }
}

/**
 * Simulates the calls on the chain's latest state. Never throws: a missing or malformed answer counts as `unavailable`.
 * @param options.gas - Gas limit of the transaction; undefined for a bundle.
 */
export async function simulateCalls(
  rpc: Rpc,
  { calls, account, gas }: { calls: readonly EvmCall[]; account: string; gas?: bigint | undefined },
): Promise<SimulatedCalls> {
  const objects = calls.map((call) => callObject(call, gas))
  const seen = await simulateV1(rpc, objects, account)
  if (seen) return seen
  const [only] = objects
  // Not for several calls: `eth_call` would not see the effects of the previous ones.
  return only && objects.length === 1 ? tryCall(rpc, only) : unavailable
}
