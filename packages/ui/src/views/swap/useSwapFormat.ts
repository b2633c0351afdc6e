import type { SwapRequest } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import { useLanguage } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatExact } from '../../format/formatExact.ts'
import { quoteName } from '../../format/quoteName.ts'

/** Formats the numbers of a swap in the user's language. */
export function useSwapFormat() {
  const { locale } = useLanguage()
  return {
    locale,
    /** `1.25 ETH` */
    amount: (amount: bigint, { decimals, symbol }: Pick<SwapToken, 'decimals' | 'symbol'>) =>
      `${formatAmount(formatUnits(amount, decimals), locale)} ${quoteName(symbol)}`,
    /** An amount that leaves the account: `1.250000000000000001 ETH` */
    paid: ({ amount, from }: Pick<SwapRequest, 'amount' | 'from'>) =>
      `${formatExact(amount, from.decimals, locale)} ${quoteName(from.symbol)}`,
    /** `40 sec`, `5 min` */
    time: (seconds: number) =>
      new Intl.NumberFormat(locale, {
        ...{ style: 'unit', unitDisplay: 'short', maximumFractionDigits: 0 },
        unit: seconds < 90 ? 'second' : 'minute',
      }).format(seconds < 90 ? seconds : seconds / 60),
    /** @param value - In percent: `0.31`. */
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        value / 100,
      ),
  }
}
