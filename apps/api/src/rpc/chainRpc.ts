import type { Logger } from '@foyer/server'
import { HttpError, secretsOfUrl, sliceObject } from '@foyer/server'
import type { Chain } from '../chains/chainConfig.ts'
import type { Metrics } from '../metrics.ts'
import { askUpstream, type JsonText } from './askUpstream.ts'
import { hideSecrets } from './hideSecrets.ts'
import { parseAnswer, parseAnswers, type RawAnswer, type RawCall, requestOf } from './rawCall.ts'
import { sendTransaction, submissions } from './sendTransaction.ts'
import { createUpstreams } from './upstreams.ts'

export type ChainRpc = {
  readonly chains: readonly Chain[]
  /** @returns undefined when the server does not speak to this chain. */
  findChain(caipId: string): Chain | undefined
  /**
   * Calls a chain.
   * @returns One answer per call, in order.
   * @throws {@link HttpError} 502 or 503 when no upstream answers
   */
  send(chain: Chain, calls: readonly RawCall[]): Promise<RawAnswer[]>
}

/** @source spec 9.7 */
const maxRetries = 3
const firstDelayMs = 150

/**
 * Makes the JSON-RPC client of the configured chains. Each attempt tries the upstreams, the healthy ones first, until one
 * answers; if none does, rule 9.7 sets the pause before the next attempt.
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
  ): Promise<JsonText> {
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
          return outcome.answer
        }
        upstreams.failed(upstream)
        log.warn({ chain: chain.caipId, upstream: upstream.place, reason }, 'an upstream failed')
        if (outcome.isUncertain && afterUncertain !== undefined) {
          const settled = await afterUncertain()
          if (settled !== undefined) return parsed(settled)
        }
        spoken = outcome.text ?? spoken
        isRetryable ||= outcome.isRetryable
        retryAfterMs = smaller(retryAfterMs, outcome.retryAfterMs)
      }
      const delayMs = retryAfterMs ?? firstDelayMs * 2 ** retry
      const isLate = Date.now() + delayMs >= endsAt
      if (!isRetryable || retry === maxRetries || isLate) {
        // Some nodes send the JSON-RPC error of a call with a non-2xx status.
        if (spoken !== undefined && isSpoken(spoken)) return parsed(spoken)
        const isLater = isLate && retryAfterMs !== undefined
        throw new HttpError(
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
    if (calls.length === 1) return [parseAnswer((await exchange(chain, requestOf(only, 0))).text)]
    const answer = await exchange(chain, `[${calls.map(requestOf).join(',')}]`)
    // An upstream without batches answers with a single error.
    if (!Array.isArray(answer.json))
      return Promise.all(calls.map(async (call) => (await sendReads(chain, [call]))[0]!))
    return parseAnswers(answer, calls.length)
  }

  return {
    chains,
    findChain: (caipId) => known.get(caipId)?.chain,
    async send(chain, calls) {
      const submits = ({ method }: RawCall) => method === submissions[chain.namespace].method
      const reads = calls.filter((call) => !submits(call))
      const readAnswers = sendReads(chain, reads)
      // Handled below; marked as handled here in case a transaction fails first.
      readAnswers.catch(() => {})
      const answers = new Map<RawCall, RawAnswer>()
      for (const call of calls) {
        // Sequential, since a transaction may depend on the previous one.
        if (submits(call)) {
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
    /** Time for one upstream to answer one request, in ms. @default 10 s */
    attemptTimeoutMs?: number | undefined
    /** Time for all tries of a call together, in ms. @default 25 s */
    deadlineMs?: number | undefined
    /** The clock for the pauses of failed upstreams. @default Date.now */
    now?: (() => number) | undefined
    /** @default real time */
    wait?: ((ms: number) => Promise<void>) | undefined
  }
}

const parsed = (text: string): JsonText => ({ text, json: JSON.parse(text) })

function isSpoken(text: string): boolean {
  const answer = text.trimStart()
  if (answer.startsWith('[')) return true
  const members = sliceObject(answer)
  return members.has('jsonrpc') && members.has('error')
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b)
}
