import type { Rpc, TransactionReceipt } from '@foyer/core'
import { abortable, delay } from '@foyer/core/internal'
import { FoyerError, toFoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { parseQuantity } from './quantity.ts'

const firstDelayMs = 500
const longestDelayMs = 4_000
const growth = 1.3
/** Consecutive failures before giving up; each already includes its own retries. */
const failureLimit = 5
/**
 * Consecutive polls with the nonce used and no receipt before giving up: nodes behind one address differ for a moment.
 */
const replacedLimit = 3

const quantity = v.pipe(v.unknown(), v.transform(parseQuantity), v.bigint())
const receipt = v.nullish(
  v.object({ transactionHash: v.string(), status: quantity, blockNumber: quantity }),
)
const sent = v.nullish(v.object({ from: v.string(), nonce: quantity }))

/**
 * Waits until a transaction is in a block.
 *
 * @throws FoyerError `request-aborted`; `transaction-rejected` when another transaction with its nonce replaced it; after
 *   5 failures in a row `rpc-failed`, or the error of `rpc`
 * @source spec 1.5
 */
export async function waitForTransaction({
  hash,
  rpc,
  signal,
}: waitForTransaction.Parameters): Promise<TransactionReceipt> {
  const read = <output>(
    schema: v.GenericSchema<unknown, output>,
    method: string,
    ...params: unknown[]
  ) => abortable(ask(rpc, { method, params, schema }), signal)

  let known: v.InferOutput<typeof sent>
  let failures = 0
  let replaced = 0
  for (let ms = firstDelayMs; ; ms = Math.min(ms * growth, longestDelayMs)) {
    try {
      const found = await abortable(getReceipt({ hash, rpc }), signal)
      if (found) return found
      known ??= await read(sent, 'eth_getTransactionByHash', hash)
      const used = known && (await read(quantity, 'eth_getTransactionCount', known.from, 'latest'))
      replaced = known && used && used > known.nonce ? replaced + 1 : 0
      failures = 0
    } catch (error) {
      failures += 1
      if (signal.aborted || failures === failureLimit) throw toFoyerError(error, 'rpc-failed')
    }
    if (replaced === replacedLimit)
      throw new FoyerError('transaction-rejected', {
        details: `Another transaction of ${known?.from} with nonce ${known?.nonce} was mined instead of ${hash}.`,
      })
    await delay(ms, signal)
  }
}

/** Reads the receipt of a transaction; undefined while it is in no block. @throws FoyerError `rpc-failed` */
export async function getReceipt({
  hash,
  rpc,
}: {
  hash: string
  rpc: Rpc
}): Promise<TransactionReceipt | undefined> {
  const method = 'eth_getTransactionReceipt'
  const found = await ask(rpc, { method, params: [hash], schema: receipt })
  if (!found) return undefined
  return {
    hash: found.transactionHash,
    status: found.status === 1n ? 'success' : 'reverted',
    blockNumber: found.blockNumber,
  }
}

async function ask<output>(
  rpc: Rpc,
  {
    method,
    params,
    schema,
  }: { method: string; params: unknown[]; schema: v.GenericSchema<unknown, output> },
): Promise<output> {
  const parsed = v.safeParse(schema, await rpc({ method, params }))
  if (parsed.success) return parsed.output
  throw new FoyerError('rpc-failed', { details: `The node's answer to ${method} is none.` })
}

export declare namespace waitForTransaction {
  type Parameters = { hash: string; rpc: Rpc; signal: AbortSignal }
}
