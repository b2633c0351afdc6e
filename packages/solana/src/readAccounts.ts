import type { Rpc } from '@foyer/core'
import * as v from 'valibot'
import { askNode, count, inContext } from './askNode.ts'
import { fromBase64 } from './bytes.ts'

/** Most accounts per request. @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const batchSize = 100

export const account = v.pipe(
  v.object({
    lamports: count,
    /** The owning program. */
    owner: v.string(),
    executable: v.boolean(),
    data: v.tuple([v.pipe(v.string(), v.base64()), v.literal('base64')]),
  }),
  v.transform(({ data, ...rest }) => ({ ...rest, bytes: fromBase64(data[0]) })),
)
/** An account of the chain. */
export type ChainAccount = v.InferOutput<typeof account>

/**
 * Reads accounts of the chain.
 *
 * @returns In the requested order; null for a missing one.
 * @throws FoyerError `rpc-failed`, and the errors of `rpc`
 */
export async function readAccounts(
  rpc: Rpc,
  addresses: readonly string[],
): Promise<(ChainAccount | null)[]> {
  const batches: string[][] = []
  for (let at = 0; at < addresses.length; at += batchSize)
    batches.push(addresses.slice(at, at + batchSize))
  const found = await Promise.all(
    batches.map((batch) =>
      askNode(rpc, inContext(v.pipe(v.array(v.nullable(account)), v.length(batch.length))), {
        method: 'getMultipleAccounts',
        params: [batch, { encoding: 'base64', commitment: 'confirmed' }],
      }),
    ),
  )
  return found.flat()
}
