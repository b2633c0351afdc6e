import * as v from 'valibot'
import { isSolanaAddress } from '../chains/isSolanaAddress.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { address } from './aggregators/aggregator.ts'
import { createCowSwap } from './aggregators/cowSwap.ts'
import { createKyberSwap } from './aggregators/kyberSwap.ts'
import { createLiFi } from './aggregators/liFi.ts'
import { createOneInch } from './aggregators/oneInch.ts'
import { createZeroEx } from './aggregators/zeroEx.ts'
import { createJupiter } from './solana/jupiter.ts'
import { createFoyerPools } from './solana/pools/foyerPools.ts'
import type { SwapSource } from './swapSource.ts'
import { createUniswapV2 } from './uniswapV2/uniswapV2.ts'
import { createUniswapV3 } from './uniswapV3/uniswapV3.ts'
import { createUniswapV4 } from './uniswapV4/uniswapV4.ts'
import { createWrapping } from './wrapping.ts'

const contractList = v.pipe(v.array(address), v.minLength(1), v.maxLength(10))

/** Schema of the operator's list of aggregators. */
export const aggregatorList = v.array(
  v.strictObject({
    id: v.picklist(
      ['kyberswap', 'cow', '0x', '1inch', 'lifi', 'jupiter'],
      'must be kyberswap, cow, 0x, 1inch, lifi or jupiter',
    ),
    url: v.optional(
      v.pipe(
        v.string(),
        v.url(),
        v.regex(/^https?:\/\//, 'must be http or https'),
        v.transform((url) => url.replace(/\/+$/, '')),
      ),
    ),
    apiKey: v.optional(v.pipe(v.string(), v.minLength(6, 'is too short to be a key'))),
    contracts: v.optional(
      v.record(
        v.pipe(v.string(), v.regex(/^eip155:\d+$/, 'is no CAIP-2 id of an EVM chain')),
        v.strictObject({ targets: contractList, spenders: contractList }),
      ),
    ),
    /** Of jupiter: the programs that its transactions may call, by CAIP-2. */
    programs: v.optional(
      v.record(
        v.pipe(v.string(), v.regex(/^solana:\w{32}$/, 'is no CAIP-2 id of a Solana cluster')),
        v.pipe(
          v.array(v.pipe(v.string(), v.check(isSolanaAddress, 'is not an address'))),
          v.minLength(1),
          v.maxLength(10),
        ),
      ),
    ),
  }),
)
export type AggregatorChoice = v.InferOutput<typeof aggregatorList>[number]

/** Creates the sources: the chains' own markets, which need no outside service, and the aggregators of the operator. */
export function createSources({
  aggregators,
  now,
  rpc,
}: {
  aggregators: readonly AggregatorChoice[]
  now: () => number
  rpc: ChainRpc
}): SwapSource[] {
  const create = ({ id, programs, ...settings }: AggregatorChoice): SwapSource => {
    if (id === 'jupiter') return createJupiter({ ...settings, programs })
    if (id === 'kyberswap') return createKyberSwap({ ...settings, now })
    if (id === 'cow') return createCowSwap({ ...settings, now })
    if (id === '0x') return createZeroEx(settings)
    return id === '1inch' ? createOneInch(settings) : createLiFi(settings)
  }
  return [
    createUniswapV2({ now, rpc }),
    createUniswapV3({ now, rpc }),
    createUniswapV4({ now, rpc }),
    createWrapping(),
    createFoyerPools({ now, rpc }),
    ...aggregators.map(create),
  ]
}
