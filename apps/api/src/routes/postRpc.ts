import { postRpc, type RpcRequest, rpcBatchLimit, rpcRequest } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import { defineRoute } from '../route.ts'
import { allowedMethods } from '../rpc/allowedMethods.ts'

import { sliceArray, sliceObject } from '../rpc/jsonSlices.ts'
import type { RawAnswer, RawCall } from '../rpc/rawCall.ts'

/** One call of a body: what it asks, and its id as it was written. */
type Entry = { id: string; call: RawCall } | { id: string; error: string }

/**
 * JSON-RPC to a configured chain. Ids, parameters and results pass through as text, so that no number
 * loses a digit.
 *
 * @source ledger 7.34, 9.7
 */
export const postRpcRoute = defineRoute(
  postRpc,
  async ({ asker, query, text }, { limits, rpc }) => {
    const chain = rpc.findChain(query.chainId)
    if (chain === undefined) {
      throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
    }
    const { entries, isBatch } = parseBody(text, allowedMethods[chain.namespace])
    await limits.rpcOfClient(asker.client, entries.length)
    await limits.rpcOfProject(asker.project.id, entries.length)
    const calls = entries.flatMap((entry) => ('call' in entry ? [entry.call] : []))
    const answers = new Map<RawCall, RawAnswer>()
    const found = await rpc.send(chain, calls)
    for (const [index, call] of calls.entries()) answers.set(call, found[index]!)
    const lines = entries.map((entry) => {
      const answer = 'call' in entry ? answers.get(entry.call)! : entry
      const outcome = 'result' in answer ? `"result":${answer.result}` : `"error":${answer.error}`
      return `{"jsonrpc":"2.0","id":${entry.id},${outcome}}`
    })
    return new Response(isBatch ? `[${lines.join(',')}]` : lines[0], {
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    })
  },
  { maxBodyBytes: 1_048_576, takesText: true },
)

/** @throws {@link HttpError} 400 for what is no JSON, or no batch that may be sent */
function parseBody(
  text: string,
  allowed: ReadonlySet<string>,
): { entries: Entry[]; isBatch: boolean } {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new HttpError(400, 'parse-failed', 'The body is not valid JSON')
  }
  if (!Array.isArray(content))
    return { entries: [parseEntry(content, text, allowed)], isBatch: false }
  if (content.length === 0) throw new HttpError(400, 'request-invalid', 'The batch holds no call')
  if (content.length > rpcBatchLimit) {
    throw new HttpError(
      400,
      'request-invalid',
      `A batch holds at most ${rpcBatchLimit} calls, this one holds ${content.length}`,
    )
  }
  const pieces = sliceArray(text)
  return {
    entries: content.map((entry, i) => parseEntry(entry, pieces[i]!, allowed)),
    isBatch: true,
  }
}

function parseEntry(content: unknown, text: string, allowed: ReadonlySet<string>): Entry {
  const parsed = v.safeParse(rpcRequest, content)
  if (!parsed.success)
    return { id: idOf(content, text), error: errorOf(-32600, 'The request is not valid') }
  const members = sliceObject(text)
  const { method }: RpcRequest = parsed.output
  const id = members.get('id')!
  if (!allowed.has(method)) {
    return { id, error: errorOf(-32601, `The method ${method} is not available here`) }
  }
  return { id, call: { method, params: members.get('params') } }
}

/** A malformed request is answered under its id when that much can be read. */
function idOf(content: unknown, text: string): string {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return 'null'
  const { id } = content as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? sliceObject(text).get('id')! : 'null'
}

function errorOf(code: number, message: string): string {
  return JSON.stringify({ code, message })
}
