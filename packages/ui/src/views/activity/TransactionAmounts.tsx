import { useLanguage, useMessage } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { quoteName } from '../../format/quoteName.ts'
import type { ShownAmount } from './describeTransaction.ts'

/** Number of amounts that a row shows. */
const mostShown = 2

/** The amounts of a row: one that came in and one that went out first, then how many more there are. */
export function TransactionAmounts({ amounts }: { amounts: readonly ShownAmount[] }) {
  const message = useMessage()
  const first = [
    amounts.find(({ sign }) => sign === '+'),
    amounts.find(({ sign }) => sign !== '+'),
  ].filter((amount) => amount !== undefined)
  const shown = first.length === mostShown ? first : amounts.slice(0, mostShown)
  const others = amounts.length - shown.length
  return (
    <>
      {shown.map((amount) => (
        <Amount key={`${amount.sign}${amount.name}${amount.numeric}`} {...amount} />
      ))}
      {others > 0 ? <span>{message('activity.others', { count: others })}</span> : null}
    </>
  )
}

function Amount({ isUnlimited, name, numeric, sign }: ShownAmount) {
  const { locale } = useLanguage()
  const message = useMessage()
  const quantity = numeric === undefined ? '' : formatAmount(numeric, locale)
  const text = isUnlimited ? message('activity.unlimited') : quantity
  // A single item has no number beside it, and its own one in its name.
  const shownName = quoteName(name, name.replace(text === '' ? /[ #]/g : / /g, ''))
  return (
    <bdi
      className="activity-amount"
      data-sign={sign}
      title={`${sign}${isUnlimited ? text : (numeric ?? '')} ${shownName}`}
    >
      {/* The sign stays at the start of the number in every direction of writing. */}
      <bdi dir="ltr">
        {sign}
        {text}
      </bdi>{' '}
      <bdi>{shownName}</bdi>
    </bdi>
  )
}
