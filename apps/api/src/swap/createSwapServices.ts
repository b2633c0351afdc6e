import type { Logger } from '@foyer/server'
import { createGasPrices } from '../gas/gasPrices.ts'
import type { Prices } from '../prices/prices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { Services } from '../services.ts'
import { createApprovals } from './approvals.ts'
import { createSwaps } from './swaps.ts'
import { createSwapTokens } from './swapTokens.ts'
import { createUniswapV2 } from './uniswapV2/uniswapV2.ts'
import { createWrapping } from './wrapping.ts'

/** Creates everything that the convert routes need. */
export function createSwapServices({
  log,
  now = Date.now,
  prices,
  rpc,
}: {
  log: Logger
  /** @default Date.now */
  now?: (() => number) | undefined
  prices: Prices
  rpc: ChainRpc
}): Pick<Services, 'approvals' | 'gasPrices' | 'swaps' | 'swapTokens'> {
  const gasPrices = createGasPrices({ now, rpc })
  const sources = [createUniswapV2({ now, rpc }), createWrapping()]
  return {
    gasPrices,
    swaps: createSwaps({ gasPrices, log, now, prices, rpc, sources }),
    swapTokens: createSwapTokens({ rpc }),
    approvals: createApprovals({ gasPrices, rpc, sources }),
  }
}
