import {
  errorBody,
  FoyerError,
  getSupportedChains,
  postRpc,
  rpcResponse,
  toFoyerError,
} from '@foyer/protocol'
import * as v from 'valibot'
import type { Rpc } from '../adapter.ts'
import { alertMessage } from '../alerts/alert.ts'
import { cached } from '../cache/cached.ts'
import { settle } from '../connection/settle.ts'
import type { Foyer } from '../createFoyer.ts'
import type { Network } from '../network/network.ts'
import { apiAddress } from './apiAddress.ts'
import { callApi } from './callApi.ts'
import { request, retries } from './request.ts'

/** How long the api's list of chains is good, ms. */
const supportedChainsTtlMs = 3_600_000
/** How long a first call waits for that list, ms. */
const servedWaitMs = 1_000
/** How long the api is not asked again for a list that it did not give, ms. */
const failureTtlMs = 30_000

/**
 * JSON-RPC to a network: the site's own addresses, else the api where it serves the chain, else the network's public
 * ones. An address that does not answer makes way for the next.
 *
 * @throws FoyerError from the call: the chain's own error by its number, `rpc-failed`, `request-timed-out`
 * @source ledger 7.34, 9.7
 */
export function createRpc(foyer: Foyer, network: Network): Rpc {
  let id = 0
  return async ({ method, params }) => {
    let failure: unknown
    for (const url of await listAddresses(foyer, network)) {
      id += 1
      try {
        return await callRpc({ foyer, url, call: { jsonrpc: '2.0', id, method, params } })
      } catch (error) {
        // The chain's own answer is final; no answer is not.
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
            : `${network.name} has no RPC address: set rpcUrls, customRpcUrls or apiUrl.`,
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
  // A node that is too busy gives room to the next, in whichever words it says so.
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

/** The words of a server that answers in the api's way. */
function readRefusal(answer: unknown): { message: string } | undefined {
  const parsed = v.safeParse(errorBody, answer)
  return parsed.success ? parsed.output.error : undefined
}

async function listAddresses(foyer: Foyer, network: Network): Promise<readonly string[]> {
  const chainId = network.caipNetworkId
  const custom = foyer.options.customRpcUrls[chainId]
  if (custom && custom.length > 0) return custom
  const own = network.rpcUrls.default.http
  // Later answers count for later calls: a deaf api must not hold up what other addresses can tell.
  const wait = own.length > 0 ? { timeoutMs: servedWaitMs } : {}
  const served = await settle(() => listServedChains(foyer), wait).then(
    (chains) => chains.includes(chainId),
    () => false,
  )
  const api = served ? apiAddress(foyer, postRpc.path, {}, { chainId }) : undefined
  return [...(api ? [api] : []), ...own]
}

/** Fails to an empty list: the networks' own addresses serve then. */
async function listServedChains(foyer: Foyer): Promise<readonly string[]> {
  if (foyer.options.apiUrl === undefined) return []
  const load = async () => {
    try {
      return (await callApi(foyer, getSupportedChains)).http
    } catch (error) {
      foyer.log('warn', 'the list of served chains could not be loaded', error)
      return undefined
    }
  }
  const ttlMs = (chains: string[] | undefined) => (chains ? supportedChainsTtlMs : failureTtlMs)
  return (await cached(foyer, { key: 'chains:served', ttlMs, load })) ?? []
}
