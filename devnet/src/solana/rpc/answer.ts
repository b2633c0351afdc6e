import type { Ledger } from '../createLedger.ts'
import { accountMethods } from './accountMethods.ts'
import { clusterMethods } from './clusterMethods.ts'
import { historyMethods } from './historyMethods.ts'
import type { RpcMethod } from './method.ts'
import { RpcError, rpcCodes } from './rpcError.ts'
import { tokenMethods } from './tokenMethods.ts'
import { transactionMethods } from './transactionMethods.ts'

/** All methods available over HTTP. */
export const rpcMethods: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({
    ...clusterMethods,
    ...accountMethods,
    ...tokenMethods,
    ...transactionMethods,
    ...historyMethods,
  }),
)

/** Maximum number of calls in a batch. */
const batchLimit = 1_000

/** A JSON-RPC 2.0 call. */
export type RpcCall = { id: string | number | null; method: string; params: unknown }

/** Answers the text of a call or a batch; undefined if it contains only notifications. */
export async function answerText(text: string, ledger: Ledger): Promise<unknown> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failure(null, new RpcError(rpcCodes.parseError, 'Parse error'))
  }
  const run = (call: unknown) =>
    answerCall(call, ({ method, params }) => {
      const found = rpcMethods.get(method)
      if (!found) throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
      return found(ledger, params)
    })
  if (!Array.isArray(body)) return run(body)
  if (body.length === 0 || body.length > batchLimit) {
    const why =
      body.length === 0 ? 'Invalid request' : `Invalid request: more than ${batchLimit} calls`
    return failure(null, new RpcError(rpcCodes.invalidRequest, why))
  }
  const answers: unknown[] = []
  for (const call of body) answers.push(await run(call))
  const said = answers.filter((answer) => answer !== undefined)
  return said.length === 0 ? undefined : said
}

/** Answers one call; undefined for a notification. */
export async function answerCall(body: unknown, run: (call: RpcCall) => unknown): Promise<unknown> {
  const call = readCall(body)
  if (!call) return failure(idOf(body), new RpcError(rpcCodes.invalidRequest, 'Invalid request'))
  try {
    const result = await run(call)
    return hasId(body) ? { jsonrpc: '2.0', result: result ?? null, id: call.id } : undefined
  } catch (error) {
    return hasId(body) ? failure(call.id, error) : undefined
  }
}

function readCall(body: unknown): RpcCall | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { jsonrpc, method, params } = body as Record<string, unknown>
  if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined
  if (params !== undefined && params !== null && typeof params !== 'object') return undefined
  if (hasId(body) && idOf(body) !== (body as { id: unknown }).id) return undefined
  return { id: idOf(body), method, params }
}

const hasId = (body: unknown) => (body as { id?: unknown }).id !== undefined

function idOf(body: unknown): RpcCall['id'] {
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** An error answer. */
export function failure(id: RpcCall['id'], error: unknown): unknown {
  const { code, data, message } =
    error instanceof RpcError
      ? error
      : new RpcError(
          rpcCodes.internalError,
          `Internal error: ${error instanceof Error ? error.message : String(error)}`,
        )
  return { jsonrpc: '2.0', error: { code, message, ...(data === undefined ? {} : { data }) }, id }
}
