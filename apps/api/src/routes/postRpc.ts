import { postRpc, rpcBatchLimit } from '@foyer/protocol/api'
import { decodeBody, defineRoute, HttpError, sliceArray } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { parseJson } from '../parseJson.ts'
import { allowedMethods } from '../rpc/allowedMethods.ts'
import type { RawAnswer, RawCall } from '../rpc/rawCall.ts'
import { answerOf, type ReadCall, readCall } from '../rpc/readCall.ts'
import { takeRpcCalls } from '../rpc/takeRpcCalls.ts'

/**
 * Forwards JSON-RPC to a configured chain. Ids, parameters and results are handled as canonical JSON text, so that large
 * numbers stay exact.
 * @source spec 7.34, 9.7
 */
export const postRpcRoute = defineRoute(
  postRpc,
  ofProject,
  async ({ body, caller, query }, services) => {
    const { rpc } = services
    const chain = rpc.findChain(query.chainId)
    if (chain === undefined) {
      throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
    }
    const { entries, isBatch } = readBatch(body, allowedMethods[chain.namespace])
    await takeRpcCalls(services, {
      client: caller.client,
      projectId: caller.project.id,
      cost: entries.length,
    })
    const calls = entries.flatMap((entry) => ('call' in entry ? [entry.call] : []))
    const answers = new Map<RawCall, RawAnswer>()
    const found = await rpc.send(chain, calls)
    for (const [index, call] of calls.entries()) answers.set(call, found[index]!)
    const lines = entries.map((entry) =>
      answerOf(entry.id, 'call' in entry ? answers.get(entry.call)! : entry),
    )
    return new Response(isBatch ? `[${lines.join(',')}]` : lines[0], {
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    })
  },
  {
    parse: decodeBody,
    budget: ({
      chainAnswerMs,
      projectRpcCallsPerMinute,
      rpcBodyBytes,
      rpcCallsAtOnceOfAddress,
      rpcCallsPerMinute,
    }) => ({
      bodyBytes: rpcBodyBytes,
      answerMs: chainAnswerMs,
      atOnceOfAddress: rpcCallsAtOnceOfAddress,
      finer: [
        `${rpcBatchLimit} calls in a batch`,
        `${rpcCallsPerMinute.limit} JSON-RPC calls a minute of one client`,
        `${projectRpcCallsPerMinute.limit} of a project`,
      ],
    }),
  },
)

/** Parses the body. @throws {@link HttpError} 400 for malformed JSON, or an empty or too long batch */
function readBatch(
  text: string,
  allowed: ReadonlySet<string>,
): { entries: ReadCall[]; isBatch: boolean } {
  const content = parseJson(text)
  if (!Array.isArray(content))
    return { entries: [readCall(content, text, allowed)], isBatch: false }
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
    entries: content.map((entry, i) => readCall(entry, pieces[i]!, allowed)),
    isBatch: true,
  }
}
