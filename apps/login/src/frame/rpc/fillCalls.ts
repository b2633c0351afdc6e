import { FoyerError, isFoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import type { Rpc } from '../createRpc.ts'
import {
  askQuantity,
  type FilledTransaction,
  fillFees,
  fillTransaction,
} from './fillTransaction.ts'

/** One call of a batch, as a site gives it. */
export type Call = {
  to?: string | undefined
  data?: string | undefined
  value?: string | undefined
}

/**
 * Gas limit in percent of what the simulation used: a call may need a fifth more before its refund (EIP-3529), and its cost
 * may change until it is sent.
 */
const gasPercent = 150n

const result = v.object({ status: v.string(), gasUsed: v.string() })
const simulated = v.tuple([v.object({ calls: v.array(result) })])

/**
 * Completes the calls of a batch to transactions with one fee and nonces in a row. Simulates them together, since a later
 * call may need the effect of an earlier one.
 *
 * @throws {@link FoyerError} `rpc-failed` if a call would fail, `params-invalid` for a malformed one, `unsupported-method`
 *   if the network's node can not estimate the calls together
 */
export async function fillCalls(
  calls: readonly Call[],
  { chainId, from, rpc }: { chainId: bigint; from: string; rpc: Rpc },
): Promise<FilledTransaction[]> {
  const sent = calls.map(({ data, to, value }) => ({
    from,
    ...(to !== undefined && { to }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value }),
  }))
  const [gas, fees, nonce] = await Promise.all([
    estimateCalls(sent, rpc),
    fillFees({}, rpc),
    askQuantity(rpc, 'eth_getTransactionCount', [from, 'pending']),
  ])
  return Promise.all(
    sent.map((call, index) => {
      const own = { ...call, gas: hex(gas[index] ?? 0n), nonce: hex(nonce + BigInt(index)) }
      return fillTransaction(own, { chainId, fees, from, rpc })
    }),
  )
}

/** @returns The gas limit of each call. */
async function estimateCalls(calls: readonly object[], rpc: Rpc): Promise<bigint[]> {
  const options = { blockStateCalls: [{ calls }], validation: false }
  let answer: unknown
  try {
    answer = await rpc('eth_simulateV1', [options, 'latest'])
  } catch (error) {
    if (!isMethodMissing(error)) throw error
    return estimateEach(calls, rpc, error)
  }
  const parsed = v.safeParse(simulated, answer)
  const results = parsed.success ? parsed.output[0].calls : []
  if (results.length !== calls.length) return estimateEach(calls, rpc, undefined)
  const failed = results.findIndex(({ status }) => BigInt(status) !== 1n)
  if (failed !== -1)
    throw new FoyerError('rpc-failed', { details: `Call ${failed + 1} would fail.` })
  return results.map(({ gasUsed }) => (BigInt(gasUsed) * gasPercent) / 100n)
}

/** Node errors of a method that does not exist or is switched off. @source EIP-1474 */
const missing = [-32601, -32004, 4200]

function isMethodMissing(error: unknown): boolean {
  const { code, message } = ((error as Error).cause ?? {}) as { code?: number; message?: string }
  return (
    (code !== undefined && missing.includes(code)) ||
    /method.*(unsupported|not (found|supported|available)|does not exist)/i.test(message ?? '')
  )
}

/** For nodes without `eth_simulateV1`: enough for calls that do not depend on one another. */
async function estimateEach(
  calls: readonly object[],
  rpc: Rpc,
  reason: unknown,
): Promise<bigint[]> {
  try {
    const asked = calls.map((call) => askQuantity(rpc, 'eth_estimateGas', [call]))
    return (await Promise.all(asked)).map((gas) => (gas * gasPercent) / 100n)
  } catch (cause) {
    if (isFoyerError(cause) && cause.code !== 'rpc-failed') throw cause
    throw new FoyerError('unsupported-method', {
      cause: reason ?? cause,
      details: 'The network’s node can not estimate these calls together: send them one by one.',
    })
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`
