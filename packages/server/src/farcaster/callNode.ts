import type { RpcRequest } from '@foyer/siwx/verify'
import * as v from 'valibot'
import { fetchLimited } from '../http/fetchLimited.ts'

/** An answer of a node. @source https://www.jsonrpc.org/specification */
const answer = v.union([
  v.object({ result: v.unknown(), error: v.optional(v.null()) }),
  v.object({ error: v.object({ code: v.number(), message: v.fallback(v.string(), '') }) }),
])

/** Longest answer of a node, bytes, and the time for it, ms: every call here reads a few words. */
const limits = { maxBytes: 64 * 1024, timeoutMs: 5_000 }

/** The node answered with an error. */
class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Creates the calls to one node by JSON-RPC. @param url - chosen by the operator */
export function callNode(url: string): RpcRequest {
  return async ({ method, params }) => {
    const response = await fetchLimited(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      maxBytes: limits.maxBytes,
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
    const parsed = v.parse(answer, await response.json())
    if (parsed.error) throw new NodeError(parsed.error.code, parsed.error.message)
    return parsed.result
  }
}
