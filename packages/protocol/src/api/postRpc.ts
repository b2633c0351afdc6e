import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { rpcRequest, rpcResponse } from '../jsonRpc.ts'

/** Maximum number of calls in a batch. @source http.md */
export const rpcBatchLimit = 50

/** JSON-RPC to a chain, one call or a batch. @source spec 7.34 */
export const postRpc = defineEndpoint({
  method: 'POST',
  path: '/v1/',
  summary: 'JSON-RPC to a chain, one call or a batch of at most 50.',
  query: v.object({ chainId: v.string() }),
  body: v.union([
    rpcRequest,
    v.pipe(v.array(rpcRequest), v.minLength(1), v.maxLength(rpcBatchLimit)),
  ]),
  response: v.union([rpcResponse, v.array(rpcResponse)]),
})
