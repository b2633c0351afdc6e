import { formatCents, type SendForm, type SendFormState, toFiat } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { useId } from 'react'
import { useLanguage } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatFiat } from '../../format/formatFiat.ts'
import { quoteName } from '../../format/quoteName.ts'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useSendWords } from './sendWords.ts'

/** Two arrows, up and down. */
const switchPath = 'M8 19V5M4.500 8.500L8 5l3.500 3.500M16 5v14M12.500 15.500L16 19l3.500-3.500'
const currency = 'USD'

/** The amount as typed, its value in the other unit, and the most that can be sent. */
export function AmountField({
  error,
  form,
  state,
}: {
  error: string | undefined
  form: SendForm
  state: SendFormState
}) {
  const { locale } = useLanguage()
  const message = useSendWords()
  const id = useId()
  const { amountText, estimate, isFiat, sendTokenAmount: amount, token } = state
  const symbol = quoteName(token?.symbol)
  const decimals = Number(token?.quantity.decimals ?? 0)
  const cents = toFiat({ amount: amount ?? 0n, decimals, price: token?.price })
  const canMax = token !== undefined && (token.address !== undefined || estimate !== undefined)
  return (
    <div className="send-amount" data-invalid={error !== undefined}>
      <div className="send-bar">
        <label htmlFor={id}>{message('send.amount')}</label>
        <button type="button" className="send-max" disabled={!canMax} onClick={() => form.setMax()}>
          {message('send.max')} <span className="unseen">{symbol}</span>
        </button>
      </div>
      <div className="send-typed" dir="ltr">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          maxLength={100}
          value={amountText}
          aria-label={message('send.amountIn', { unit: isFiat ? currency : symbol })}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => form.setAmount(event.target.value)}
        />
        <span aria-hidden="true">{isFiat ? currency : symbol}</span>
      </div>
      <div id={`${id}-below`} className="send-below">
        {error !== undefined ? (
          <p className="send-error" role="alert">
            {error}
          </p>
        ) : cents === undefined ? null : (
          <button type="button" className="send-switch" onClick={() => form.switchUnit()}>
            <bdi dir="ltr">
              {isFiat
                ? `${formatAmount(formatUnits(amount ?? 0n, decimals), locale)} ${symbol}`
                : // Money is an estimate for the eye; the amount stays exact.
                  formatFiat(Number(formatCents(cents)), locale, currency)}
            </bdi>
            <LineIcon path={switchPath} />
            <span className="unseen">
              {message('send.switchUnit', { unit: isFiat ? symbol : currency })}
            </span>
          </button>
        )}
      </div>
    </div>
  )
}
