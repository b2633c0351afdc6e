import { rebuildJson, sliceObject } from '@foyer/server'

/** A JSON-RPC call with its parameters as JSON text. */
export type RawCall = { readonly method: string; readonly params: string | undefined }
/** A chain's answer, as text: exactly one of the two. */
export type RawAnswer = { readonly result: string } | { readonly error: string }

/** Builds the JSON-RPC request of a call. */
export function requestOf({ method, params }: RawCall, id: number): string {
  const rest = params === undefined ? '' : `,"params":${params}`
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${rest}}`
}

/** Parses a JSON-RPC response, rewritten from what was parsed. */
export function parseAnswer(text: string): RawAnswer {
  const members = sliceObject(text)
  const error = rebuilt(members.get('error'))
  if (error !== undefined && error !== 'null') return { error }
  const result = rebuilt(members.get('result'))
  return result === undefined ? noAnswer : { result }
}

const rebuilt = (text: string | undefined) => (text === undefined ? undefined : rebuildJson(text))

const noAnswer = { error: '{"code":-32603,"message":"The chain gave no answer to this call"}' }
