import * as v from 'valibot'

const id = v.union([v.string(), v.number(), v.null()])

/** @source https://www.jsonrpc.org/specification */
export const rpcRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id,
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})
export type RpcRequest = v.InferOutput<typeof rpcRequest>

/** Has a result or an error; some nodes send `error: null` with a result. */
export const rpcResponse = v.pipe(
  v.object({
    jsonrpc: v.literal('2.0'),
    id,
    result: v.optional(v.unknown()),
    error: v.nullish(
      v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
    ),
  }),
  v.check(
    (response) => 'result' in response || !!response.error,
    'The answer contains neither a result nor an error.',
  ),
)
export type RpcResponse = v.InferOutput<typeof rpcResponse>
