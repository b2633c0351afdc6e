import { formatAccountId } from '@foyer/protocol'
import type { BuiltSwap } from '@foyer/protocol/api'
import type { Address } from 'viem'
import type { EvmChain, SolanaChain } from '../chains/chainConfig.ts'
import type { GasPrices } from '../gas/gasPrices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { Approvals } from './approvals.ts'
import { checkCall } from './checkCall.ts'
import { checkFunds } from './checkFunds.ts'
import { convertError } from './convertError.ts'
import type { GetQuotes } from './createQuotes.ts'
import { verifyPermit2 } from './permit2.ts'
import type { Permits } from './permits.ts'
import { requireAccount } from './requireAccount.ts'
import { simulateSwap } from './simulateSwap.ts'
import { checkTransaction } from './solana/checkTransaction.ts'
import { answerOf, within } from './sourceAnswer.ts'
import type { SourceOffers } from './sourceOffers.ts'
import type {
  BuildRequest,
  Offer,
  ProposedCall,
  ProposedOrder,
  ProposedTransaction,
  SwapSource,
} from './swapSource.ts'

/**
 * Builds a swap and simulates it.
 *
 * @param request.source - id of the source. @default the one with the best quote
 * @param request.minToAmount - the minimum that the user was shown. @default none
 * @param request.isBatch - The wallet sends the approval in the same transaction. @default false
 * @throws HttpError with a code of `convertErrors`
 */
export type BuildSwap = (
  request: Omit<BuildRequest, 'minToAmount'> & {
    source?: string | undefined
    minToAmount?: bigint | undefined
    isBatch?: boolean | undefined
  },
) => Promise<BuiltSwap>

/** A swap that a source has offered, and that is built and checked now. */
type Build = {
  readonly isBatch: boolean
  readonly offer: Offer
  readonly request: BuildRequest
  readonly source: SwapSource
}

export function createBuild({
  approvals,
  gasPrices,
  getQuotes,
  now,
  offers,
  permits,
  rpc,
  timeoutMs,
}: {
  approvals: Approvals
  gasPrices: GasPrices
  getQuotes: GetQuotes
  now: () => number
  offers: SourceOffers
  permits: Permits
  rpc: ChainRpc
  /** Time for one source, in ms. */
  timeoutMs: number
}): BuildSwap {
  /** @throws HttpError 400 `permit-unsupported`, `permit-invalid` */
  async function verifyPermit({ offer, request, source }: Build): Promise<void> {
    const { amount, from: token, permit } = request
    if (!permit) return
    const { permit2Spender, spender } = offer
    if (!source.takesPermit || spender === undefined) throw convertError('permit-unsupported')
    const allowance = { amount, permit, token, user: request.user as Address }
    await (permit2Spender === undefined
      ? permits.verify({ ...allowance, spender })
      : verifyPermit2(rpc, { ...allowance, now: now(), spender: permit2Spender }))
  }

  async function finishOrder({ offer, request }: Build, order: ProposedOrder) {
    const { expiresAt, spender, typedData } = order
    const { amount, from, user } = request
    await checkFunds(rpc, from.chain as EvmChain, {
      ...{ amount, spender, token: from.address as Address, user: user as Address },
    })
    return {
      kind: 'order',
      typedData,
      expiresAt: new Date(expiresAt).toISOString(),
      toAmount: String(offer.toAmount),
      checkedBy: 'order',
    } as const
  }

  async function finishTransaction(
    { request, source }: Build,
    { transaction }: ProposedTransaction,
  ) {
    const { amount, from, minToAmount, to, user } = request
    const chain = from.chain as SolanaChain
    const programs = source.programsOf?.(chain) ?? []
    const swap = { amount, from, programs, to, transaction, user }
    const received = await checkTransaction(rpc, chain, swap)
    if (received < minToAmount) throw convertError('swap-refused')
    return {
      kind: 'serialized',
      transaction,
      toAmount: String(received),
      checkedBy: 'simulation',
    } as const
  }

  async function finishCall({ isBatch, offer, request, source }: Build, call: ProposedCall) {
    const { amount, from, minToAmount, permit, to } = request
    const chain = from.chain as EvmChain
    const user = request.user as Address
    checkCall(call, { amount, from, contracts: source.contractsOf(chain) })
    const { spender } = call
    const before =
      isBatch && spender ? await approvals.build({ amount, spender, token: from, user }) : undefined
    const isCrossing = to.chain.caipId !== chain.caipId
    const [{ gasLimit, logs, received }, price] = await Promise.all([
      simulateSwap(rpc, chain, {
        ...{ amount, call, from, to, user },
        // A token keeps its own allowance; what is signed for Permit2 comes on top of it.
        permit: offer.permit2Spender === undefined ? permit : undefined,
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
      toAmount: String(isCrossing ? offer.toAmount : received),
      checkedBy: isCrossing ? 'source' : 'simulation',
    } as const
  }

  return async ({ isBatch = false, minToAmount: shown = 0n, source: id, ...asked }) => {
    const chosen = id ?? (await getQuotes(asked)).quotes[0]!.source.id
    const source = offers.sourcesOf(asked).find((one) => one.id === chosen)
    if (source === undefined) throw convertError('source-unknown', { field: 'source' })
    const offer = await answerOf(offers.ask(source, asked))
    const { minToAmount: offered, toAmount } = offer
    if (toAmount < shown) throw convertError('price-moved')
    const minToAmount = offered > shown ? offered : shown
    // A source that computes the minimum itself must not fall below the one that the user was shown.
    const allowed = ((toAmount - minToAmount) * 10_000n) / toAmount
    const slippageBps = allowed < asked.slippageBps ? allowed : asked.slippageBps
    const request = { ...asked, minToAmount, slippageBps }
    const build = { isBatch, offer, request, source }
    await verifyPermit(build)
    const proposed = await answerOf(within(timeoutMs, source.build(request)))
    const finished =
      proposed.kind === 'order'
        ? await finishOrder(build, proposed)
        : proposed.kind === 'serialized'
          ? await finishTransaction(build, proposed)
          : await finishCall(build, proposed)
    return {
      ...finished,
      source: { id: source.id, name: source.name },
      minToAmount: String(minToAmount),
    }
  }
}
