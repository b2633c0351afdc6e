import { rpcRequest } from '@foyer/protocol'
import { rebuildJson, sliceObject } from '@foyer/server'
import * as v from 'valibot'
import type { RawCall } from './rawCall.ts'

/** The call in a request, or the error to answer it with; its id as it was written. */
export type ReadCall =
  | { readonly id: string; readonly call: RawCall }
  | { readonly id: string; readonly error: string }

/**
 * Checks one JSON-RPC request. Passes on only what was checked: a member that another parser may see in the text, such
 * as a second `method` in capitals, is dropped.
 * @param content - what `JSON.parse` made of `text`
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

/** The `error` of an answer, as text. */
export function errorOf(code: number, message: string): string {
  return JSON.stringify({ code, message })
}

/** An answer under the id of its request. */
export function answerOf(id: string, answer: { result: string } | { error: string }): string {
  const outcome = 'result' in answer ? `"result":${answer.result}` : `"error":${answer.error}`
  return `{"jsonrpc":"2.0","id":${id},${outcome}}`
}
