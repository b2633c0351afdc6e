import * as v from 'valibot'
import { rpcError } from './rpcError.ts'

const answer = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(
    v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  ),
})

/** Timeout of a chain, as in most wallets, ms. */
const limitMs = 20_000

/**
 * Calls a chain.
 *
 * @returns The result, unchanged.
 * @throws Error with the chain's own code, or 4900 if it is unreachable.
 */
export async function askChain(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  let parsed: v.InferOutput<typeof answer>
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(limitMs),
    })
    parsed = v.parse(answer, await response.json())
  } catch (cause) {
    throw Object.assign(rpcError(4900, `The wallet cannot reach the network at ${rpcUrl}.`), {
      cause,
    })
  }
  if (parsed.error) throw rpcError(parsed.error.code, parsed.error.message, parsed.error.data)
  return parsed.result
}
