import { formatAccountId } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import type { Logger } from '@foyer/server'
import type { Address } from 'viem'
import { formatUnits } from 'viem/utils'
import { cached } from '../cached.ts'
import type { Chain } from '../chains/chainConfig.ts'
import type { TokenConfig } from '../chains/tokenConfig.ts'
import type { PricedAsset, PriceProvider } from '../prices/priceProvider.ts'
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

/** @source ledger 9.16 */
export const balanceTtlMs = 30_000

/** Makes the reader of balances, with prices of the first provider that has one. Results are cached for 30 s. */
export function createBalances({
  log,
  now,
  prices: providers,
  rpc,
}: {
  log: Logger
  /** @default Date.now */
  now?: (() => number) | undefined
  prices: readonly PriceProvider[]
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

  const prices = cached({
    ttlMs: balanceTtlMs,
    ...clock,
    async load(key) {
      const [caipId = '', currency = ''] = key.split(' ')
      const chain = rpc.findChain(caipId)!
      let open: PricedAsset[] = [
        'native',
        ...chain.tokens.filter(isMoney).map(({ address }) => address),
      ]
      const found = new Map<PricedAsset, number>()
      for (const provider of providers) {
        if (open.length === 0) break
        try {
          const some = await provider.getPrices({ chain, assets: open, currency })
          for (const [asset, price] of some) found.set(asset, price)
        } catch (error) {
          // A balance without a price is better than no balance.
          log.warn({ error, provider: provider.name, chain: caipId }, 'prices are missing')
        }
        open = open.filter((asset) => !found.has(asset))
      }
      return found
    },
  })

  return {
    async get(chain, { address, currency, fresh }) {
      const [held, known] = await Promise.all([
        holdings(`${chain.caipId} ${address}`, { fresh }),
        prices(`${chain.caipId} ${currency}`),
      ])
      const { nativeCurrency } = chain
      const entries: TokenBalance[] = []
      if (nativeCurrency.decimals > 0) {
        entries.push(
          entry(chain, nativeCurrency, { amount: held.native, price: known.get('native') }),
        )
      }
      for (const { amount, token } of held.tokens.filter((one) => isMoney(one.token))) {
        entries.push({
          ...entry(chain, token, { amount, price: known.get(token.address) }),
          address: formatAccountId({ chainId: chain.caipId, address: token.address }),
        })
      }
      return entries
    },
  }
}

function read(rpc: ChainRpc, chain: Chain, address: string): Promise<Holdings> {
  if (chain.namespace === 'solana') return readSolanaBalances(rpc, chain, { address })
  return readEvmBalances(rpc, chain, {
    address: address as Address,
    tokens: chain.tokens.filter(isMoney),
  })
}

/** Drops tokens with 0 decimals, such as votes, points and collectibles. @source ledger 7.30 */
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
