import { formatAccountId } from '@foyer/protocol'
import {
  type BuiltSwap,
  type ConvertErrorCode,
  convertErrors,
  type SwapQuote,
} from '@foyer/protocol/api'
import { HttpError, type Logger } from '@foyer/server'
import type { Address } from 'viem'
import { formatUnits } from 'viem/utils'
import { cached } from '../cached.ts'
import type { Chain, EvmChain, SolanaChain } from '../chains/chainConfig.ts'
import type { GasPrices } from '../gas/gasPrices.ts'
import type { Prices } from '../prices/prices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { Approvals } from './approvals.ts'
import { checkCall } from './checkCall.ts'
import { checkFunds } from './checkFunds.ts'
import { checkOffer } from './checkOffer.ts'
import { convertError } from './convertError.ts'
import { parseAsset } from './parseAsset.ts'
import { verifyPermit2 } from './permit2.ts'
import type { Permits } from './permits.ts'
import { requireAccount } from './requireAccount.ts'
import { simulateSwap } from './simulateSwap.ts'
import { checkTransaction } from './solana/checkTransaction.ts'
import type { BuildRequest, Offer, SignedOrder, SwapRequest, SwapSource } from './swapSource.ts'

type SourceName = Pick<SwapSource, 'id' | 'name'>

export type Failure = { source: SourceName; code: string; message: string }

/** Quotes and builds swaps with all sources. */
export type Swaps = {
  readonly sources: readonly SwapSource[]
  /**
   * Asks every source at once.
   * @param gasPrice - in wei. @default the chain's fast one
   * @throws HttpError 400 `insufficient-liquidity`, 502 `sources-unavailable`
   */
  getQuotes(
    request: SwapRequest & { gasPrice?: bigint | undefined },
  ): Promise<{ quotes: SwapQuote[]; failures: Failure[] }>
  /**
   * Builds a swap and simulates it.
   * @param source - id of the source. @default the one with the best quote
   * @param minToAmount - the minimum that the user was shown. @default none
   * @throws HttpError with a code of `convertErrors`
   */
  build(
    request: Omit<BuildRequest, 'minToAmount'> & {
      source?: string | undefined
      minToAmount?: bigint | undefined
      /** The wallet sends the approval in the same transaction. @default false */
      isBatch?: boolean | undefined
    },
  ): Promise<BuiltSwap>
  /** Hands a signed order in. @returns the source's id of it. @throws HttpError 400 `order-invalid`, `source-unknown` */
  submit(source: string, order: Omit<SignedOrder, 'chain'> & { chain: Chain }): Promise<string>
}

/** Time that quotes of a source are remembered, in ms: prices move with each block. */
const quoteTtlMs = 5000
/** Time after which a client should ask again, in ms. */
const quoteLifeMs = 30_000
/** Time for one source, in ms: the others do not wait for it. */
const sourceTimeoutMs = 8000

export function createSwaps({
  approvals,
  gasPrices,
  log,
  now = Date.now,
  permits,
  prices,
  rpc,
  sources,
  timeoutMs = sourceTimeoutMs,
}: createSwaps.Options): Swaps {
  const askOffer = async (source: SwapSource, request: SwapRequest): Promise<Offer> => {
    const offer = await within(timeoutMs, source.getOffer(request))
    checkOffer(offer, {
      ...request,
      contracts: source.contractsOf(request.from.chain as EvmChain),
    })
    return offer
  }

  /** One source's offer, by a key of all that it depends on. */
  const offers = cached<Offer>({
    ttlMs: quoteTtlMs,
    maxEntries: 1000,
    now,
    load(key) {
      const [id, from, to, amount, slippageBps, user] = JSON.parse(key) as (
        | string
        | null
        | undefined
      )[]
      const source = sources.find((one) => one.id === id)!
      return askOffer(source, {
        from: parseAsset(rpc, from!, 'from'),
        to: parseAsset(rpc, to!, 'to'),
        amount: BigInt(amount!),
        slippageBps: BigInt(slippageBps!),
        // JSON has no undefined.
        user: user ?? undefined,
      })
    },
  })
  const getOffer = (source: SwapSource, { amount, from, slippageBps, to, user }: SwapRequest) =>
    offers(
      JSON.stringify([
        ...[source.id, idOf(from), idOf(to), String(amount), String(slippageBps), user],
      ]),
    )

  function sourcesOf(request: SwapRequest): SwapSource[] {
    const { from, to } = request
    if (from.chain.caipId === to.chain.caipId && from.address === to.address)
      throw convertError('same-token', { field: 'to' })
    const found = sources.filter((source) => source.supports(request))
    if (found.length === 0) throw convertError('source-unknown', { field: 'from' })
    return found
  }

  /** In US dollars; a quote without it is better than none. */
  async function readCoinPrice(chain: Chain): Promise<number | undefined> {
    const known = await prices.get(chain, 'usd').catch(() => undefined)
    const outcome = known?.get('native')
    return outcome?.kind === 'known' ? outcome.price.value : undefined
  }

  async function getQuotes({
    gasPrice: wished,
    ...request
  }: SwapRequest & { gasPrice?: bigint | undefined }) {
    const { amount, from, to } = request
    const asked = sourcesOf(request)
    const [coinPrice, gasPrice, ...answers] = await Promise.all([
      readCoinPrice(from.chain),
      wished ??
        (from.chain.namespace === 'eip155'
          ? gasPrices.get(from.chain).then(({ fast }) => fast)
          : // Fees are known in the coin itself.
            1n),
      ...asked.map((source) =>
        getOffer(source, request).then(
          (offer) => ({ source, offer }),
          (error: unknown) => ({ source, error }),
        ),
      ),
    ])
    const expiresAt = new Date(now() + quoteLifeMs).toISOString()
    const quotes: SwapQuote[] = []
    const failures: Failure[] = []
    for (const answer of answers) {
      const { id, kind, name } = answer.source
      const source = { id, name }
      if ('error' in answer) {
        failures.push({ source, ...nameFailure(answer.error) })
        log.info({ source: id, error: answer.error }, 'a source gave no quote')
        continue
      }
      const { durationSeconds, gas, minToAmount, priceImpact, route, toAmount } = answer.offer
      const { permit2Spender, reserve, spender } = answer.offer
      quotes.push({
        ...{ id: `${id}-${quotes.length}`, source, kind, priceImpact, expiresAt },
        ...{ fromAccount: idOf(from), fromAmount: String(amount) },
        ...{ toAccount: idOf(to), toAmount: String(toAmount), minToAmount: String(minToAmount) },
        route: route.map(({ chain, name: market, share, tokens }) => ({
          name: market,
          ...(share === undefined ? {} : { share }),
          tokens: tokens.map((address) => formatAccountId({ chainId: chain.caipId, address })),
        })),
        ...(gas !== undefined &&
          gasPrice !== undefined && {
            networkCost: {
              gas: String(gas),
              gasPrice: String(gasPrice),
              amount: String(gas * gasPrice),
              ...(reserve === undefined ? {} : { reserve: String(reserve) }),
              ...(coinPrice === undefined
                ? {}
                : { value: dollarsOf(gas * gasPrice, from.chain, coinPrice) }),
            },
          }),
        ...(spender === undefined ? {} : { allowanceTarget: spender }),
        ...(permit2Spender === undefined ? {} : { permit2Spender }),
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
      })
    }
    if (quotes.length === 0) {
      const isThin = failures.some(({ code }) => code === 'insufficient-liquidity')
      throw convertError(isThin ? 'insufficient-liquidity' : 'sources-unavailable')
    }
    quotes.sort((a, b) => compare(BigInt(b.toAmount), BigInt(a.toAmount)))
    return { quotes, failures }
  }

  return {
    sources,
    getQuotes,
    async build({ isBatch = false, minToAmount: shown = 0n, source: id, ...request }) {
      const chosen = id ?? (await getQuotes(request)).quotes[0]!.source.id
      const source = sourcesOf(request).find((one) => one.id === chosen)
      if (source === undefined) throw convertError('source-unknown', { field: 'source' })
      const {
        minToAmount: offered,
        permit2Spender,
        spender: owed,
        toAmount,
      } = await answerOf(askOffer(source, request))
      if (toAmount < shown) throw convertError('price-moved')
      const { amount, from, permit, to } = request
      const chain = from.chain as EvmChain
      const user = request.user as Address
      if (permit) {
        if (!source.takesPermit || owed === undefined) throw convertError('permit-unsupported')
        await (permit2Spender === undefined
          ? permits.verify({ amount, permit, spender: owed, token: from, user })
          : verifyPermit2(rpc, {
              ...{ amount, now: now(), permit, spender: permit2Spender, token: from, user },
            }))
      }
      const minToAmount = offered > shown ? offered : shown
      // A source that computes the minimum itself must not fall below the one that the user was shown.
      const allowed = ((toAmount - minToAmount) * 10_000n) / toAmount
      const slippageBps = allowed < request.slippageBps ? allowed : request.slippageBps
      const call = await answerOf(
        within(timeoutMs, source.build({ ...request, minToAmount, slippageBps })),
      )
      const outcome = {
        source: { id: source.id, name: source.name },
        minToAmount: String(minToAmount),
      }
      if (call.kind === 'order') {
        const { expiresAt, spender, typedData } = call
        await checkFunds(rpc, chain, { amount, spender, token: from.address as Address, user })
        return {
          ...{ kind: 'order', typedData, expiresAt: new Date(expiresAt).toISOString() },
          ...{ ...outcome, toAmount: String(toAmount), checkedBy: 'order' },
        }
      }
      if (call.kind === 'serialized') {
        const { transaction } = call
        const on = request.from.chain as SolanaChain
        const programs = source.programsOf?.(on) ?? []
        const swap = { amount, from, programs, to, transaction, user: request.user }
        const received = await checkTransaction(rpc, on, swap)
        if (received < minToAmount) throw convertError('swap-refused')
        const checked = { toAmount: String(received), checkedBy: 'simulation' } as const
        return { kind: 'serialized', transaction, ...outcome, ...checked }
      }
      checkCall(call, { amount, from, contracts: source.contractsOf(chain) })
      const { spender } = call
      const before =
        isBatch && spender
          ? await approvals.build({ amount, spender, token: from, user })
          : undefined
      const isCrossing = to.chain.caipId !== chain.caipId
      const [{ gasLimit, logs, received }, price] = await Promise.all([
        simulateSwap(rpc, chain, {
          ...{ amount, call, from, to, user },
          // A token keeps its own allowance; what is signed for Permit2 comes on top of it.
          permit: permit2Spender === undefined ? permit : undefined,
          approvals: before?.calls ?? [],
        }),
        gasPrices.get(chain),
        ...(isCrossing ? [requireAccount(rpc, { from: chain, to: to.chain, user })] : []),
      ])
      const isRight = isCrossing
        ? source.crosses?.(logs, { call, to: to.chain as EvmChain, user }) === true
        : received >= minToAmount
      if (!isRight) throw convertError('swap-refused')
      return {
        kind: 'call',
        tx: {
          from: formatAccountId({ chainId: chain.caipId, address: user }),
          to: formatAccountId({ chainId: chain.caipId, address: call.to }),
          data: call.data,
          value: String(call.value),
          eip155: { gas: String(gasLimit), gasPrice: String(price.fast) },
        },
        ...outcome,
        toAmount: String(isCrossing ? toAmount : received),
        checkedBy: isCrossing ? 'source' : 'simulation',
      }
    },
    async submit(id, { chain, ...order }) {
      const source = sources.find((one) => one.id === id && one.isOn(chain))
      if (source?.submit === undefined) throw convertError('source-unknown', { field: 'source' })
      return answerOf(within(timeoutMs, source.submit({ ...order, chain: chain as EvmChain })))
    },
  }
}

export declare namespace createSwaps {
  type Options = {
    approvals: Approvals
    gasPrices: GasPrices
    log: Logger
    /** @default Date.now */
    now?: (() => number) | undefined
    permits: Permits
    prices: Prices
    rpc: ChainRpc
    /** In the order of preference among equal quotes. */
    sources: readonly SwapSource[]
    /** Time for one source, in ms. @default 8 s */
    timeoutMs?: number | undefined
  }
}

const idOf = ({ address, chain }: SwapRequest['from']) =>
  formatAccountId({ chainId: chain.caipId, address })

/** For display only: the amount itself stays exact. */
const dollarsOf = (amount: bigint, { nativeCurrency }: Chain, price: number) =>
  Number(formatUnits(amount, nativeCurrency.decimals)) * price

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Rejects when a source is too slow. */
async function within<value>(timeoutMs: number, work: Promise<value>): Promise<value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new HttpError(504, 'request-timed-out', 'The source did not answer in time')),
      timeoutMs,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Rejects with 502 when a source did not answer, or with something else than its documents say. */
const answerOf = <value>(work: Promise<value>): Promise<value> =>
  work.catch((cause: unknown) => {
    if (cause instanceof HttpError) throw cause
    throw new HttpError(502, 'http-failed', 'The source did not answer', { cause })
  })

/** The error of a failed source as clients receive it, without the source's own text. */
function nameFailure(error: unknown): { code: string; message: string } {
  if (!(error instanceof HttpError))
    return { code: 'http-failed', message: 'The source did not answer' }
  const { code } = error
  return {
    code,
    message: code in convertErrors ? convertErrors[code as ConvertErrorCode][1] : error.message,
  }
}
