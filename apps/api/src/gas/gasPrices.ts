import * as v from 'valibot'
import type { Hex } from 'viem'
import { hexToBigInt } from 'viem/utils'
import { cached } from '../cached.ts'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseHex } from '../rpc/ethCall.ts'
import { parseResult } from '../rpc/parseResult.ts'

/** In wei: what a transaction pays per unit of gas. */
export type GasPrice = {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

export type GasPrices = {
  /** Remembered for 10 s. @throws {@link HttpError} 502 when the chain does not answer */
  get(chain: EvmChain): Promise<GasPrice>
}

const ttlMs = 10_000

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => hexToBigInt(text as Hex)),
)
const feeHistory = v.object({
  baseFeePerGas: v.pipe(v.array(quantity), v.minLength(1)),
  reward: v.pipe(v.array(v.pipe(v.array(quantity), v.length(3))), v.minLength(1)),
})

/** The tips of the last blocks: cheap, usual and high ones. */
const percentiles = [10, 50, 90]

/** Reads gas prices from the last 10 blocks (EIP-1559), or from the node's own estimate where there are no base fees. */
export function createGasPrices({
  now,
  rpc,
}: {
  now?: (() => number) | undefined
  rpc: ChainRpc
}): GasPrices {
  const load = async (caipId: string): Promise<GasPrice> => {
    const chain = rpc.findChain(caipId)!
    const [history, estimate] = await rpc.send(chain, [
      { method: 'eth_feeHistory', params: JSON.stringify(['0xa', 'latest', percentiles]) },
      { method: 'eth_gasPrice', params: '[]' },
    ])
    if (history && 'result' in history) {
      const { baseFeePerGas, reward } = parseResult(chain, history, feeHistory)
      const next = baseFeePerGas.at(-1)!
      if (next > 0n) {
        const tip = (column: number) => median(reward.map((tips) => tips[column]!))
        // The base fee grows by at most an eighth per block: room for one block, for two, and for six.
        return {
          standard: (next * 9n) / 8n + tip(0),
          fast: (next * 5n) / 4n + tip(1),
          instant: next * 2n + tip(2),
        }
      }
    }
    const price = hexToBigInt(parseHex(chain, estimate))
    return { standard: price, fast: (price * 5n) / 4n, instant: (price * 3n) / 2n }
  }
  const get = cached({ load, ttlMs, ...(now === undefined ? {} : { now }) })
  return { get: (chain) => get(chain.caipId) }
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)]!
}
