import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { concat, fromRlp, keccak256, toRlp } from 'viem/utils'
import { ApiError } from '../apiError.ts'
import type { Chain } from '../chains/chainConfig.ts'
import { secretsOfUrl } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { askUpstream } from './askUpstream.ts'
import { sliceArray, sliceObject } from './jsonSlices.ts'
import { createUpstreams } from './upstreams.ts'

/** A JSON-RPC call whose parameters are still the text they came as. */
export type RawCall = { readonly method: string; readonly params: string | undefined }
/** What a chain answered, as text: exactly one of the two. */
export type RawAnswer = { readonly result: string } | { readonly error: string }

export type ChainRpc = {
  readonly chains: readonly Chain[]
  /** @returns undefined when the server does not speak to this chain. */
  findChain(caipId: string): Chain | undefined
  /**
   * Asks a chain.
   *
   * @returns One answer a call, in order.
   * @throws {@link ApiError} 502 or 503 when no upstream answers
   */
  send(chain: Chain, calls: readonly RawCall[]): Promise<RawAnswer[]>
}

/** @source ledger 9.7 */
const maxRetries = 3
const firstDelayMs = 150

/**
 * Speaks to the configured chains, and to nothing else.
 *
 * Each try goes through the upstreams in order of health until one answers; after a try in which none
 * did, 9.7 says how long to wait before the next.
 */
export function createChainRpc({
  attemptTimeoutMs = 10_000,
  chains,
  deadlineMs = 25_000,
  log,
  metrics,
  now,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: createChainRpc.Options): ChainRpc {
  const known = new Map(
    chains.map((chain) => [
      chain.caipId as string,
      {
        chain,
        upstreams: createUpstreams({ now, urls: chain.rpcUrls }),
        secrets: chain.rpcUrls.flatMap(secretsOfUrl),
      },
    ]),
  )

  async function exchange(
    chain: Chain,
    body: string,
    afterUncertain?: () => Promise<string | undefined>,
  ): Promise<string> {
    const { upstreams } = known.get(chain.caipId)!
    const endsAt = Date.now() + deadlineMs
    let spoken: string | undefined
    for (let retry = 0; ; retry++) {
      let isRetryable = false
      let retryAfterMs: number | undefined
      for (const upstream of upstreams.inOrder()) {
        const timeoutMs = Math.min(attemptTimeoutMs, endsAt - Date.now())
        if (timeoutMs <= 0) break
        const outcome = await askUpstream({ url: upstream.url, body, timeoutMs })
        const reason = outcome.kind === 'answered' ? 'ok' : outcome.reason
        metrics.rpcAttempts.inc({ chain: chain.caipId, upstream: upstream.place, outcome: reason })
        if (outcome.kind === 'answered') {
          upstreams.succeeded(upstream)
          return outcome.text
        }
        upstreams.failed(upstream)
        log.warn({ chain: chain.caipId, upstream: upstream.place, reason }, 'an upstream failed')
        if (outcome.isUncertain && afterUncertain !== undefined) {
          const settled = await afterUncertain()
          if (settled !== undefined) return settled
        }
        spoken = outcome.text ?? spoken
        isRetryable ||= outcome.isRetryable
        retryAfterMs = smaller(retryAfterMs, outcome.retryAfterMs)
      }
      const delayMs = retryAfterMs ?? firstDelayMs * 2 ** retry
      const isLate = Date.now() + delayMs >= endsAt
      if (!isRetryable || retry === maxRetries || isLate) {
        // Some nodes put the JSON-RPC error of a call under a status of its own.
        if (spoken !== undefined && isSpoken(spoken)) return spoken
        const isLater = isLate && retryAfterMs !== undefined
        throw new ApiError(
          isLater ? 503 : 502,
          'rpc-failed',
          `${chain.caipId} does not answer right now`,
          { retryAfterMs: isLater ? retryAfterMs : undefined },
        )
      }
      await wait(delayMs)
    }
  }

  async function sendReads(chain: Chain, calls: readonly RawCall[]): Promise<RawAnswer[]> {
    const [only] = calls
    if (only === undefined) return []
    if (calls.length === 1) return [parseAnswer(await exchange(chain, requestOf(only, 0)))]
    const body = `[${calls.map(requestOf).join(',')}]`
    const text = await exchange(chain, body)
    // An upstream that knows no batches says so with a single error.
    if (!text.trimStart().startsWith('[')) {
      return Promise.all(calls.map(async (call) => (await sendReads(chain, [call]))[0]!))
    }
    const byId = new Map(sliceArray(text).map((answer) => [sliceObject(answer).get('id'), answer]))
    return calls.map((_, id) => parseAnswer(byId.get(String(id)) ?? ''))
  }

  return {
    chains,
    findChain: (caipId) => known.get(caipId)?.chain,
    async send(chain, calls) {
      const reads = calls.filter(({ method }) => method !== 'eth_sendRawTransaction')
      const readAnswers = sendReads(chain, reads)
      // Handled below when a transaction fails first.
      readAnswers.catch(() => {})
      const answers = new Map<RawCall, RawAnswer>()
      for (const call of calls) {
        // One after the other: the second may build on the first.
        if (call.method === 'eth_sendRawTransaction') {
          answers.set(call, await sendTransaction({ call, chain, exchange, sendReads }))
        }
      }
      const found = await readAnswers
      for (const [index, call] of reads.entries()) answers.set(call, found[index]!)
      const { secrets } = known.get(chain.caipId)!
      return calls.map((call) => hideSecrets(answers.get(call)!, secrets))
    },
  }
}

export declare namespace createChainRpc {
  type Options = {
    chains: readonly Chain[]
    log: Logger
    metrics: Metrics
    /** Until one upstream has answered one request. @default 10 s */
    attemptTimeoutMs?: number | undefined
    /** For all tries of a call together. @default 25 s */
    deadlineMs?: number | undefined
    /** The clock by which failed upstreams rest. @default Date.now */
    now?: (() => number) | undefined
    /** @default real time */
    wait?: ((ms: number) => Promise<void>) | undefined
  }
}

/**
 * Hands in a signed transaction. A failure that leaves open whether the chain took it is settled by
 * looking for the transaction, whose hash its bytes tell, before it is handed in again: the same bytes
 * can not act twice, but their second answer ("already known") would call a success a failure.
 */
async function sendTransaction({
  call,
  chain,
  exchange,
  sendReads,
}: {
  call: RawCall
  chain: Chain
  exchange: (
    chain: Chain,
    body: string,
    afterUncertain?: () => Promise<string | undefined>,
  ) => Promise<string>
  sendReads: (chain: Chain, calls: readonly RawCall[]) => Promise<RawAnswer[]>
}): Promise<RawAnswer> {
  const hash = hashOf(call.params)
  if (hash === undefined) {
    return {
      error: '{"code":-32602,"message":"eth_sendRawTransaction takes one signed transaction"}',
    }
  }
  const isKnown = async () => {
    const [answer] = await sendReads(chain, [
      { method: 'eth_getTransactionByHash', params: JSON.stringify([hash]) },
    ])
    return answer !== undefined && 'result' in answer && answer.result !== 'null'
  }
  const accepted = JSON.stringify({ jsonrpc: '2.0', id: 0, result: hash })
  let wasUncertain = false
  const text = await exchange(chain, requestOf(call, 0), async () => {
    wasUncertain = true
    try {
      return (await isKnown()) ? accepted : undefined
    } catch (cause) {
      throw new ApiError(
        502,
        'rpc-failed',
        `${chain.caipId} does not answer right now, and may have taken the transaction ${hash}: look for it before sending another`,
        { cause },
      )
    }
  })
  const answer = parseAnswer(text)
  if ('error' in answer && wasUncertain && (isRepeat(answer.error) || (await isKnown()))) {
    return { result: JSON.stringify(hash) }
  }
  return answer
}

/** Providers quote the key they were asked with in what they say of a failure. */
function hideSecrets(answer: RawAnswer, secrets: readonly string[]): RawAnswer {
  if (!('error' in answer)) return answer
  return {
    error: secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), answer.error),
  }
}

/** What nodes say of a transaction that they hold already. */
function isRepeat(error: string): boolean {
  return /already known|known transaction|already imported|already exists/i.test(error)
}

/**
 * The hash under which a chain will know a signed transaction.
 *
 * @source https://eips.ethereum.org/EIPS/eip-2718
 */
function hashOf(params: string | undefined): string | undefined {
  if (params === undefined) return undefined
  const [raw, ...more] = JSON.parse(params) as unknown[]
  if (typeof raw !== 'string' || more.length > 0 || !/^0x(?:[0-9a-f]{2})+$/i.test(raw))
    return undefined
  return keccak256(raw.startsWith('0x03') ? withoutBlobs(raw as Hex) : (raw as Hex))
}

/** A blob transaction travels with its blobs, which its hash does not cover. @source https://eips.ethereum.org/EIPS/eip-4844 */
function withoutBlobs(raw: Hex): Hex {
  try {
    const [body] = fromRlp(`0x${raw.slice(4)}`)
    return Array.isArray(body) ? concat(['0x03', toRlp(body)]) : raw
  } catch {
    return raw
  }
}

function requestOf({ method, params }: RawCall, id: number): string {
  const rest = params === undefined ? '' : `,"params":${params}`
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${rest}}`
}

function isSpoken(text: string): boolean {
  const answer = text.trimStart()
  if (answer.startsWith('[')) return true
  const members = answer.startsWith('{') ? sliceObject(answer) : undefined
  return members?.has('jsonrpc') === true && members.has('error')
}

function parseAnswer(text: string): RawAnswer {
  if (!text.trimStart().startsWith('{')) return noAnswer
  const members = sliceObject(text)
  const error = members.get('error')
  if (error !== undefined && error !== 'null') return { error }
  const result = members.get('result')
  return result === undefined ? noAnswer : { result }
}

const noAnswer = { error: '{"code":-32603,"message":"The chain gave no answer to this call"}' }

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b)
}
