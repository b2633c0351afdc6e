import { type ChainId, errorBody, FoyerError, rpcResponse, toFoyerError } from '@foyer/protocol'
import { getSupportedChains, postRpc } from '@foyer/protocol/api'
import * as v from 'valibot'
import { alertMessage } from '../alerts/alert.ts'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import type { Network } from '../network/network.ts'
import { settle } from '../wait/settle.ts'
import { apiAddress } from './apiAddress.ts'
import { callApi } from './callApi.ts'
import { request, retries } from './request.ts'
import type { Rpc } from './rpc.ts'

/** Time to live of the api's list of chains, ms. */
const supportedChainsTtlMs = 3_600_000
/** Time that a call waits for that list before it uses the most likely address, ms. */
const servedWaitMs = 1_000
/** Pause after a failed load of that list, ms. */
const failureTtlMs = 30_000

/**
 * Sends JSON-RPC to a network: `customRpcUrls`, else the api if it serves the chain, else the network's own addresses.
 * Tries the next address when one does not answer. Built-in public addresses are used only without an api, or if the
 * api does not serve the chain.
 *
 * @throws FoyerError from the call: the chain's own error by its number, `rpc-failed`, `request-timed-out`
 * @source spec 7.34, 9.7
 */
export function createRpc(foyer: Foyer, network: Network): Rpc {
  let id = 0
  return async ({ method, params }) => {
    let failure: unknown
    for await (const url of listAddresses(foyer, network)) {
      id += 1
      try {
        return await callRpc({ foyer, url, call: { jsonrpc: '2.0', id, method, params } })
      } catch (error) {
        // An error of the chain is final; an unreachable address is not.
        if (!(error instanceof Unanswered)) throw error
        failure = error.cause
      }
    }
    throw failure instanceof FoyerError && failure.code === 'request-timed-out'
      ? failure
      : new FoyerError('rpc-failed', {
          cause: failure,
          details: failure
            ? `No RPC address of ${network.name} answered.`
            : `No RPC address of ${network.name} may be asked: see customRpcUrls, apiUrl and publicRpc.`,
        })
  }
}

class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

async function callRpc({
  call,
  foyer,
  url,
}: {
  call: { id: number } & Record<string, unknown>
  foyer: Foyer
  url: string
}): Promise<unknown> {
  const response = await request({
    url,
    method: 'POST',
    body: call,
    timeoutMs: foyer.options.httpTimeoutMs,
    retryOn: retries.statuses,
  }).catch((cause) => {
    throw new Unanswered('', { cause })
  })
  const answer = await response.json().catch(() => undefined)
  const parsed = v.safeParse(rpcResponse, answer)
  const isAnswer = parsed.success && parsed.output.id === call.id
  const refusal = isAnswer ? parsed.output.error : readRefusal(answer)
  if (refusal) alertMessage(foyer, refusal.message)
  // Nodes report overload by an HTTP status or by a JSON-RPC error: try the next node.
  const isBusy = response.status !== 500 && retries.statuses.includes(response.status as never)
  if (!isAnswer || isBusy)
    throw new Unanswered('', {
      cause: new FoyerError('rpc-failed', {
        details: `${response.status} ${refusal?.message ?? 'The answer is no JSON-RPC.'}`,
      }),
    })
  const { error, result } = parsed.output
  if (error) throw toFoyerError(error, 'rpc-failed')
  return result
}

/** Reads the error message of a server in the api's format. */
function readRefusal(answer: unknown): { message: string } | undefined {
  const parsed = v.safeParse(errorBody, answer)
  return parsed.success ? parsed.output.error : undefined
}

/** Yields the next address only after the previous one failed: the api's list may have arrived by then. */
async function* listAddresses(foyer: Foyer, network: Network): AsyncGenerator<string> {
  const { apiUrl, customRpcUrls, publicRpc } = foyer.options
  const chainId = network.caipNetworkId
  const custom = customRpcUrls[chainId]
  if (custom && custom.length > 0) return yield* custom
  const { http, isPublic } = network.rpcUrls.default
  const own = publicRpc === false ? [] : http
  const api = apiAddress(foyer, postRpc.path, {}, { chainId })
  if (apiUrl === undefined || api === undefined) return yield* own

  const answer = isServed(foyer, chainId)
  const early = await settle(() => answer, { timeoutMs: servedWaitMs }).catch(() => undefined)
  // Do not wait for a slow list: the api answers 400 for a chain it does not serve, and the next address is tried.
  const apiFirst = early ?? (isPublic || own.length === 0)
  if (apiFirst) yield api
  if (!isPublic || (await answer) === false) yield* own
  if (!apiFirst && early === undefined && (await answer) !== false) yield api
}

/** @returns undefined when unknown. */
async function isServed(foyer: Foyer, chainId: ChainId): Promise<boolean | undefined> {
  return (await listServedChains(foyer))?.includes(chainId)
}

/** @returns undefined when the list cannot be loaded; it is requested again after a pause. */
async function listServedChains(foyer: Foyer): Promise<readonly string[] | undefined> {
  const load = async () => {
    try {
      return (await callApi(foyer, getSupportedChains)).http
    } catch (error) {
      foyer.log('warn', 'the list of served chains could not be loaded', error)
      return undefined
    }
  }
  const ttlMs = (chains: string[] | undefined) => (chains ? supportedChainsTtlMs : failureTtlMs)
  return cached(foyer, { key: 'chains:served', ttlMs, load })
}
