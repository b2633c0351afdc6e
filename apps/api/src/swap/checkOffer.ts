import { maxUint256 } from 'viem'
import { isAddressEqual } from 'viem/utils'
import { convertError } from './convertError.ts'
import type { Offer, SourceContracts } from './swapSource.ts'

/** More gas than any block has. */
const largestGas = 1_000_000_000n

/**
 * Checks an offer before a client sees it: its amounts are possible, its minimum keeps the requested slippage (but for
 * rounding), and its spender is a listed contract, since the client is going to ask for an allowance for it.
 * @throws HttpError 502 `swap-refused`
 */
export function checkOffer(
  { gas = 0n, minToAmount, permit2Spender, spender, toAmount }: Offer,
  { contracts, slippageBps }: { contracts: SourceContracts | undefined; slippageBps: bigint },
): void {
  const isSafe =
    toAmount > 0n &&
    toAmount <= maxUint256 &&
    minToAmount <= toAmount &&
    minToAmount * 10_000n >= toAmount * (10_000n - slippageBps - 1n) &&
    gas <= largestGas &&
    (spender === undefined ||
      contracts?.spenders.some((one) => isAddressEqual(one, spender)) === true) &&
    (permit2Spender === undefined ||
      contracts?.targets.some((one) => isAddressEqual(one, permit2Spender)) === true)
  if (!isSafe) throw convertError('swap-refused', { cause: { spender, gas: String(gas) } })
}
