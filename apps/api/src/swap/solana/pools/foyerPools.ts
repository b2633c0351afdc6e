import type { Address } from '@solana/kit'
import { cached } from '../../../cached.ts'
import type { Chain, SolanaChain } from '../../../chains/chainConfig.ts'
import type { ChainRpc } from '../../../rpc/chainRpc.ts'
import { convertError } from '../../convertError.ts'
import { priceImpact } from '../../priceImpact.ts'
import { type SwapRequest, type SwapSource, withSlippage } from '../../swapSource.ts'
import { isOnOneSolanaChain, mintOf } from '../solanaAsset.ts'
import { parseTokenAccount, tokenAccountLamports } from '../tokenAccount.ts'
import { buildPoolSwap, placeOfTokens } from './buildPoolSwap.ts'
import { type PoolBalances, poolAmount } from './poolAmount.ts'
import { type Pool, readChainAccounts, readPools } from './readPools.ts'

/** A pool with its balances, as a swap sees it. */
type Market = {
  readonly pool: Pool
  /** The swap pays the first of the pool's tokens. */
  readonly isForward: boolean
  readonly balances: PoolBalances
  readonly toAmount: bigint
  readonly hasPlace: boolean
}

const poolsTtlMs = 3_600_000
/** Lamports of a signature. @source https://solana.com/docs/core/fees */
const signatureFee = 5_000n
/** The least that an account keeps, in lamports. @source https://solana.com/docs/core/accounts#rent */
const leastLamports = 890_880n

/** Quotes and builds swaps with the pools of a chain's own program with a constant product, by RPC only. */
export function createFoyerPools({ now, rpc }: { now: () => number; rpc: ChainRpc }): SwapSource {
  const settingsOf = (chain: Chain) =>
    chain.namespace === 'solana' && chain.swaps ? chain.swaps : undefined
  const pools = cached<Pool[]>({
    ttlMs: poolsTtlMs,
    now,
    load: (caipId) => readPools(rpc, rpc.findChain(caipId) as SolanaChain),
  })

  /** Finds the pool that pays the most. */
  async function findMarket({ amount, from, to, user }: SwapRequest): Promise<Market> {
    const chain = from.chain as SolanaChain
    const [paid, received] = [mintOf(from), mintOf(to)]
    const found = (await pools(chain.caipId)).filter(
      ({ mints }) => mints.includes(paid) && mints.includes(received),
    )
    if (found.length === 0) throw convertError('insufficient-liquidity')
    const place = user === undefined ? undefined : await placeOfTokens(received, user)
    const accounts = await readChainAccounts(rpc, chain, [
      ...found.flatMap(({ vaults }) => vaults),
      ...(place === undefined ? [] : [place]),
    ])
    const hasPlace = to.isNative || place === undefined || (accounts.at(-1) ?? null) !== null
    const markets = found.flatMap((pool, index): Market[] => {
      const [first, second] = accounts
        .slice(2 * index, 2 * index + 2)
        .map((account) => parseTokenAccount(account)?.amount ?? 0n)
      const isForward = pool.mints[0] === paid
      const [own = 0n, other = 0n] = isForward ? [first, second] : [second, first]
      const balances = { own, other, feeBps: pool.feeBps }
      const toAmount = poolAmount(amount, balances)
      return toAmount === undefined ? [] : [{ pool, isForward, balances, toAmount, hasPlace }]
    })
    const best = markets.toSorted((a, b) => (a.toAmount < b.toAmount ? 1 : -1))[0]
    if (best === undefined) throw convertError('insufficient-liquidity')
    return best
  }

  return {
    id: 'foyer-pools',
    name: 'Foyer Pools',
    kind: 'serialized',
    isOn: (chain) => settingsOf(chain) !== undefined,
    supports: ({ from, to }) =>
      isOnOneSolanaChain(from, to) && settingsOf(from.chain) !== undefined,
    contractsOf: () => undefined,
    programsOf(chain) {
      const settings = settingsOf(chain)
      return settings ? [settings.program] : []
    },
    async getOffer(request) {
      const { balances, hasPlace, toAmount } = await findMarket(request)
      const { amount, from, slippageBps, to } = request
      const isCoin = from.isNative || to.isNative
      return {
        toAmount,
        minToAmount: withSlippage(toAmount, slippageBps),
        priceImpact: priceImpact({ amountIn: amount, received: toAmount }, [balances]),
        route: [{ name: 'Foyer Pools', chain: from.chain, tokens: [from.address, to.address] }],
        gas: signatureFee + (hasPlace ? 0n : tokenAccountLamports),
        reserve: leastLamports + (isCoin ? tokenAccountLamports : 0n),
      }
    },
    async build(request) {
      const { isForward, pool } = await findMarket(request)
      const chain = request.from.chain as SolanaChain
      const program = settingsOf(chain)!.program as Address
      return buildPoolSwap(rpc, chain, { ...request, isForward, pool, program })
    },
  }
}
