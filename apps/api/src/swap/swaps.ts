import type { Logger } from '@foyer/server'
import type { Chain, EvmChain } from '../chains/chainConfig.ts'
import type { GasPrices } from '../gas/gasPrices.ts'
import type { Prices } from '../prices/prices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { Approvals } from './approvals.ts'
import { convertError } from './convertError.ts'
import { type BuildSwap, createBuild } from './createBuild.ts'
import { createQuotes, type GetQuotes } from './createQuotes.ts'
import type { Permits } from './permits.ts'
import { answerOf, within } from './sourceAnswer.ts'
import { createSourceOffers } from './sourceOffers.ts'
import type { SignedOrder, SwapSource } from './swapSource.ts'

/** Quotes and builds swaps with all sources. */
export type Swaps = {
  readonly sources: readonly SwapSource[]
  readonly getQuotes: GetQuotes
  readonly build: BuildSwap
  /** Hands a signed order in. @returns the source's id of it. @throws HttpError 400 `order-invalid`, `source-unknown` */
  submit(source: string, order: Omit<SignedOrder, 'chain'> & { chain: Chain }): Promise<string>
}

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
  const offers = createSourceOffers({ now, rpc, sources, timeoutMs })
  const getQuotes = createQuotes({ gasPrices, log, now, offers, prices })
  return {
    sources,
    getQuotes,
    build: createBuild({ approvals, gasPrices, getQuotes, now, offers, permits, rpc, timeoutMs }),
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
