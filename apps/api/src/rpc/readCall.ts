import { rpcRequest } from '@foyer/protocol'
import { rebuildJson, sliceObject } from '@foyer/server'
import * as v from 'valibot'
import type { RawCall } from './rawCall.ts'

/** The call in a request, or the error to answer it with; its id as it was written. */
export type ReadCall =
  | { readonly id: string; readonly call: RawCall }
  | { readonly id: string; readonly error: string }

/**
 * Validates one JSON-RPC request. Returns only validated members: others, such as a second `METHOD` that another parser
 * might accept, are dropped.
 * @param content - result of `JSON.parse(text)`
 * @param allowed - the methods that may be called
 */
export function readCall(content: unknown, text: string, allowed: ReadonlySet<string>): ReadCall {
  const members = sliceObject(text)
  const parsed = v.safeParse(rpcRequest, content)
  const sent = members.get('params')
  const params = sent === undefined ? undefined : rebuildJson(sent)
  const id = idOf(content, members)
  if (!parsed.success || (sent !== undefined && params === undefined))
    return { id, error: errorOf(-32600, 'The request is not valid') }
  const { method } = parsed.output
  if (!allowed.has(method))
    return { id, error: errorOf(-32601, `The method ${method} is not available here`) }
  return { id, call: { method, params } }
}

/** Reads the id of a malformed request, if possible, to answer under it. */
function idOf(content: unknown, members: ReadonlyMap<string, string>): string {
  if (typeof content !== 'object' || content === null || !Object.hasOwn(content, 'id'))
    return 'null'
  const { id } = content as { id?: unknown }
  const isReadable = typeof id === 'string' || typeof id === 'number'
  return isReadable ? (members.get('id') ?? 'null') : 'null'
}

/** Builds the `error` member of an answer, as JSON text. */
export function errorOf(code: number, message: string): string {
  return JSON.stringify({ code, message })
}

/** Builds an answer with the id of its request, as JSON text. */
export function answerOf(id: string, answer: { result: string } | { error: string }): string {
  const outcome = 'result' in answer ? `"result":${answer.result}` : `"error":${answer.error}`
  return `{"jsonrpc":"2.0","id":${id},${outcome}}`
}
