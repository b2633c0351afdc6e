import { isAddressEqual } from 'viem/utils'
import { convertError } from './convertError.ts'
import type { ProposedCall, SourceContracts, SwapAsset } from './swapSource.ts'

/** Maximum size of a call's data, in hex digits: larger than any route needs. */
const maxDataLength = 2 + 2 * 32_768

/**
 * Checks a call before it is simulated: it goes to a listed contract of its source, pays no more coins than the swap spends,
 * and uses an allowance of a listed contract.
 * @throws HttpError 502 `swap-refused`
 */
export function checkCall(
  { data, spender, to, value }: ProposedCall,
  {
    amount,
    contracts,
    from,
  }: { amount: bigint; contracts: SourceContracts | undefined; from: SwapAsset },
): void {
  const isSafe =
    contracts?.targets.some((target) => isAddressEqual(target, to)) === true &&
    value === (from.isNative ? amount : 0n) &&
    (spender === undefined || contracts.spenders.some((one) => isAddressEqual(one, spender))) &&
    data.length <= maxDataLength
  if (!isSafe) throw convertError('swap-refused', { cause: { to, value: String(value), spender } })
}
