import type { PaymentFacts, PaymentRequest } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { formatAmount } from '../../format/formatAmount.ts'

/** The amount of a request: exact while it is short enough to read. */
export function amountText(
  { amount }: Pick<PaymentRequest, 'amount'>,
  token: PaymentFacts['token'],
  locale: string,
): string {
  const exact = formatUnits(amount, token?.decimals ?? 0)
  if (exact.length > 18) return formatAmount(exact, locale)
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 18 }).format(
    exact as Intl.StringNumericLiteral,
  )
}
