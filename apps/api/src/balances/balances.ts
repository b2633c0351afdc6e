import { formatAccountId } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import type { Address } from 'viem'
import { formatUnits } from 'viem/utils'
import { cached } from '../cached.ts'
import type { Chain } from '../chains/chainConfig.ts'
import type { TokenConfig } from '../chains/tokenConfig.ts'
import type { PriceOutcome } from '../prices/comparePrices.ts'
import type { PricedAsset } from '../prices/priceProvider.ts'
import type { Prices } from '../prices/prices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { Holdings } from './holdings.ts'
import { readEvmBalances } from './readEvmBalances.ts'
import { readSolanaBalances } from './readSolanaBalances.ts'

/** Balances of accounts and their value. */
export type Balances = {
  /**
   * Reads the balances of an account.
   * @param fresh - bypasses the cache
   * @throws {@link HttpError} 502 when the chain does not answer
   */
  get(
    chain: Chain,
    input: { address: string; currency: string; fresh: boolean },
  ): Promise<TokenBalance[]>
}

/** @source spec 9.16 */
export const balanceTtlMs = 30_000

/** Makes the reader of balances, with prices. Results are cached for 30 s. */
export function createBalances({
  now,
  prices,
  rpc,
}: {
  /** @default Date.now */
  now?: (() => number) | undefined
  prices: Prices
  rpc: ChainRpc
}): Balances {
  const clock = now === undefined ? {} : { now }
  const holdings = cached({
    ttlMs: balanceTtlMs,
    ...clock,
    load: (key) => {
      const [caipId = '', address] = key.split(' ')
      const chain = rpc.findChain(caipId)!
      return read(rpc, chain, address!)
    },
  })

  /** A balance without a price is better than no balance. */
  async function readPrices(chain: Chain, currency: string) {
    try {
      return await prices.get(chain, currency)
    } catch {
      // Each source's failure stands in the log already.
      return new Map<PricedAsset, PriceOutcome>()
    }
  }

  return {
    async get(chain, { address, currency, fresh }) {
      const [held, known] = await Promise.all([
        holdings(`${chain.caipId} ${address}`, { fresh }),
        readPrices(chain, currency),
      ])
      const { nativeCurrency } = chain
      const entries: TokenBalance[] = []
      if (nativeCurrency.decimals > 0) {
        entries.push(
          entry(chain, nativeCurrency, {
            amount: held.native,
            price: knownValue(known.get('native')),
          }),
        )
      }
      for (const { amount, token } of held.tokens.filter((one) => isMoney(one.token))) {
        entries.push({
          ...entry(chain, token, { amount, price: knownValue(known.get(token.address)) }),
          address: formatAccountId({ chainId: chain.caipId, address: token.address }),
        })
      }
      return entries
    },
  }
}

/** A price that is withheld is not shown. */
const knownValue = (outcome: PriceOutcome | undefined) =>
  outcome?.kind === 'known' ? outcome.price.value : undefined

function read(rpc: ChainRpc, chain: Chain, address: string): Promise<Holdings> {
  if (chain.namespace === 'solana') return readSolanaBalances(rpc, chain, { address })
  return readEvmBalances(rpc, chain, {
    address: address as Address,
    tokens: chain.tokens.filter(isMoney),
  })
}

/** Drops tokens with 0 decimals, such as votes, points and collectibles. @source spec 7.30 */
function isMoney({ decimals }: Pick<TokenConfig, 'decimals'>): boolean {
  return decimals > 0
}

function entry(
  chain: Chain,
  { decimals, name, symbol }: { decimals: number; name: string; symbol: string },
  { amount, price }: { amount: bigint; price: number | undefined },
): TokenBalance {
  const numeric = formatUnits(amount, decimals)
  return {
    name,
    symbol,
    chainId: chain.caipId,
    ...(price === undefined ? {} : { price, value: Number(numeric) * price }),
    quantity: { decimals: String(decimals), numeric },
  }
}
