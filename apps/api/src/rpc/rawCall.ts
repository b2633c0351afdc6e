import { rebuildJson, sliceArray, sliceObject } from '@foyer/server'
import type { JsonText } from './askUpstream.ts'

/** A JSON-RPC call with its parameters as JSON text. */
export type RawCall = { readonly method: string; readonly params: string | undefined }
/**
 * A chain's answer, as text: exactly one of the two. `value` is the parsed result, if it is known; its numbers above 2⁵³
 * are not exact.
 */
export type RawAnswer =
  | { readonly result: string; readonly value?: unknown }
  | { readonly error: string }

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

/**
 * Reads the answers to a batch of calls, whose ids count from 0. The text of a result is cut out only when somebody asks
 * for it: for long answers that takes several times as long as parsing them.
 */
export function parseAnswers({ json, text }: JsonText, count: number): RawAnswer[] {
  let slices: Map<string | undefined, string> | undefined
  const parse = (id: number): RawAnswer => {
    slices ??= new Map(sliceArray(text).map((answer) => [sliceObject(answer).get('id'), answer]))
    return parseAnswer(slices.get(String(id)) ?? '')
  }
  const byId = new Map((json as unknown[]).map((one) => [Object(one).id as unknown, Object(one)]))
  return Array.from({ length: count }, (_, id) => {
    const { error, result } = byId.get(id) ?? {}
    if (result === undefined || (error !== undefined && error !== null)) return parse(id)
    const answer = {
      get result(): string {
        const parsed = parse(id)
        return 'result' in parsed ? parsed.result : JSON.stringify(result)
      },
    }
    return Object.defineProperty(answer, 'value', { value: result })
  })
}

/** Returns the parsed result of an answer; undefined for an error. */
export function readValue(answer: RawAnswer | undefined): unknown {
  if (!answer || 'error' in answer) return undefined
  return answer.value === undefined ? JSON.parse(answer.result) : answer.value
}
