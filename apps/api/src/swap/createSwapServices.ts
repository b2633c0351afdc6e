import type { Logger } from '@foyer/server'
import { createGasPrices } from '../gas/gasPrices.ts'
import type { Prices } from '../prices/prices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { Services } from '../services.ts'
import { createApprovals } from './approvals.ts'
import { type AggregatorChoice, createSources } from './createSources.ts'
import { createCrossings } from './crossings.ts'
import { createPermits } from './permits.ts'
import { createSwaps } from './swaps.ts'
import { createSwapTokens } from './swapTokens.ts'
import { createTokenLists } from './tokenLists.ts'

/** Creates everything that the convert routes need. */
export function createSwapServices({
  aggregators = [],
  log,
  now = Date.now,
  prices,
  rpc,
  tokenLists = [],
}: {
  /** @default none: only the chains' own markets */
  aggregators?: readonly AggregatorChoice[] | undefined
  log: Logger
  /** @default Date.now */
  now?: (() => number) | undefined
  prices: Prices
  rpc: ChainRpc
  /** URLs, or paths of files. @default none */
  tokenLists?: readonly string[] | undefined
}): Pick<Services, 'approvals' | 'crossings' | 'gasPrices' | 'swaps' | 'swapTokens'> {
  const gasPrices = createGasPrices({ now, rpc })
  const sources = createSources({ aggregators, now, rpc })
  const permits = createPermits({ now, rpc })
  const approvals = createApprovals({ gasPrices, now, permits, rpc, sources })
  return {
    gasPrices,
    swaps: createSwaps({ approvals, gasPrices, log, now, permits, prices, rpc, sources }),
    swapTokens: createSwapTokens({
      lists: createTokenLists({ log, now, places: tokenLists }),
      rpc,
    }),
    approvals,
    crossings: createCrossings({ now, rpc, sources }),
  }
}
