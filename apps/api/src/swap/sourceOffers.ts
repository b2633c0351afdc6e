import { formatAccountId } from '@foyer/protocol'
import { cached } from '../cached.ts'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { checkOffer } from './checkOffer.ts'
import { convertError } from './convertError.ts'
import { parseAsset } from './parseAsset.ts'
import { within } from './sourceAnswer.ts'
import type { Offer, SwapRequest, SwapSource } from './swapSource.ts'

/** Offers of the sources; each is checked against the request and the contracts of its source. */
export type SourceOffers = {
  /** Lists the sources that may have the pair. @throws HttpError 400 `same-token`, `source-unknown` for none */
  sourcesOf(request: SwapRequest): SwapSource[]
  /** Asks a source. */
  ask(source: SwapSource, request: SwapRequest): Promise<Offer>
  /** Asks a source, unless its offer for the same request is at most 5 s old. */
  get(source: SwapSource, request: SwapRequest): Promise<Offer>
}

/** Time that offers are remembered, in ms: prices move with each block. */
const offerTtlMs = 5000

export function createSourceOffers({
  now,
  rpc,
  sources,
  timeoutMs,
}: {
  now: () => number
  rpc: ChainRpc
  sources: readonly SwapSource[]
  /** Time for one source, in ms. */
  timeoutMs: number
}): SourceOffers {
  const ask = async (source: SwapSource, request: SwapRequest): Promise<Offer> => {
    const offer = await within(timeoutMs, source.getOffer(request))
    checkOffer(offer, {
      ...request,
      contracts: source.contractsOf(request.from.chain as EvmChain),
    })
    return offer
  }

  /** Remembers offers by a key of all that they depend on. */
  const offers = cached<Offer>({
    ttlMs: offerTtlMs,
    maxEntries: 1000,
    now,
    load(key) {
      const [id, from, to, amount, slippageBps, user] = JSON.parse(key) as (
        | string
        | null
        | undefined
      )[]
      const source = sources.find((one) => one.id === id)!
      return ask(source, {
        from: parseAsset(rpc, from!, 'from'),
        to: parseAsset(rpc, to!, 'to'),
        amount: BigInt(amount!),
        slippageBps: BigInt(slippageBps!),
        // JSON has no undefined.
        user: user ?? undefined,
      })
    },
  })

  return {
    ask,
    get: (source, { amount, from, slippageBps, to, user }) =>
      offers(
        JSON.stringify([
          ...[source.id, idOf(from), idOf(to), String(amount), String(slippageBps), user],
        ]),
      ),
    sourcesOf(request) {
      const { from, to } = request
      if (from.chain.caipId === to.chain.caipId && from.address === to.address)
        throw convertError('same-token', { field: 'to' })
      const found = sources.filter((source) => source.supports(request))
      if (found.length === 0) throw convertError('source-unknown', { field: 'from' })
      return found
    },
  }
}

/** The CAIP-10 id of an asset. */
export const idOf = ({ address, chain }: SwapRequest['from']): string =>
  formatAccountId({ chainId: chain.caipId, address })
