import type { Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { errorLevels } from './errorLevels.ts'
import { explainFailure } from './explainFailure.ts'

/**
 * JSON-RPC error code of a transaction whose simulation failed.
 *
 * @source https://github.com/anza-xyz/agave: rpc-client-api custom_error.rs
 */
const preflightFailed = -32002
const nodeBehind = -32005

/**
 * Calls a node, and validates its answer.
 *
 * @throws FoyerError `rpc-failed` when the answer has another shape, `transaction-rejected` when the simulation failed,
 *   and the errors of `rpc`
 */
export async function askNode<output>(
  rpc: Rpc,
  schema: v.GenericSchema<unknown, output>,
  { method, params }: { method: string; params: readonly unknown[] },
): Promise<output> {
  let answer: unknown
  try {
    answer = await rpc({ method, params })
  } catch (error) {
    throw toNodeError(error)
  }
  const parsed = v.safeParse(schema, answer)
  if (parsed.success) return parsed.output
  throw new FoyerError('rpc-failed', {
    details: `The node's answer to ${method} is none: ${parsed.issues[0].message}.`,
  })
}

/** Solana's error numbers differ from those of wallets, which core expects. */
function toNodeError(error: unknown): unknown {
  const levels = errorLevels(error)
  const has = (code: number) => levels.some((level) => Number(level.code) === code)
  if (has(preflightFailed)) {
    const failed = levels.find(({ err }) => err !== undefined && err !== null)
    const logs = levels.flatMap(({ logs }) => (Array.isArray(logs) ? logs : []))
    return new FoyerError('transaction-rejected', {
      cause: error,
      details: explainFailure({ err: failed?.err ?? levels.at(-1)?.message, logs }),
    })
  }
  if (has(nodeBehind))
    return new FoyerError('rpc-failed', {
      cause: error,
      details: 'The node is behind the network.',
    })
  return error
}

/** A number of lamports or slots, as JSON has it. */
export const count = v.pipe(
  v.union([v.bigint(), v.pipe(v.number(), v.integer(), v.minValue(0))]),
  v.transform((value) => BigInt(value)),
)

/** Schema of an answer that contains the slot at which it was read. */
export function inContext<output>(value: v.GenericSchema<unknown, output>) {
  return v.pipe(
    v.object({ value }),
    v.transform(({ value }) => value),
  )
}
