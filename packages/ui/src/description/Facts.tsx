import type { Fact, FactValue } from '@foyer/decode'
import type { ReactNode } from 'react'
import { fillMessage } from '../i18n/fillMessage.ts'
import { useStyles } from '../useStyles.ts'
import { Address } from './Address.tsx'
import type { DescriptionWords } from './descriptionWords.ts'
import css from './Facts.css?inline'
import { exactAmount, quotedName, showChange } from './showAmount.ts'
import { showPeriod } from './showPeriod.ts'
import { useDescriptionWords } from './useDescriptionWords.ts'

/** Rows of a name and a value. */
function Rows({ children }: { children: ReactNode }) {
  useStyles(css)
  return <dl className="approval-rows">{children}</dl>
}

/** One of the {@link Rows}. */
export function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="approval-row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows facts as {@link Rows}, one row each. */
export function Facts({
  children,
  facts,
}: {
  facts: readonly Fact[]
  /** More rows below. */
  children?: ReactNode
}) {
  const { labels } = useDescriptionWords()
  if (facts.length === 0 && children === undefined) return null
  return (
    <Rows>
      {facts.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a described request never changes
        <FactRow key={index} label={labels[label]}>
          <Value value={value} />
        </FactRow>
      ))}
      {children}
    </Rows>
  )
}

function Value({ value }: { value: FactValue }) {
  const language = useDescriptionWords()
  const { locale, words } = language
  switch (value.kind) {
    case 'address':
      return <Address address={value.address} own={value.own} />
    case 'amount': {
      const { amount, asset, unlimited } = value
      const exact = asset.decimals === undefined ? undefined : exactAmount(amount, asset.decimals)
      return (
        <span className="approval-number" data-unlimited={unlimited} title={exact}>
          {unlimited
            ? `${words.unlimited} ${quotedName(asset)}`
            : showChange({ amount, asset }, 'leaves', language)}
        </span>
      )
    }
    case 'rate': {
      const { amount, asset, seconds, unlimited } = value
      const each = unlimited
        ? `${words.unlimited} ${quotedName(asset)}`
        : showChange({ amount, asset }, 'leaves', language)
      const text = fillMessage(words.every, { amount: each, time: showPeriod(seconds, locale) })
      return (
        <span className="approval-number" data-unlimited={unlimited}>
          {text}
        </span>
      )
    }
    case 'moment':
      return <span className="approval-number">{showMoment(value.at, language)}</span>
    case 'number':
      return <span className="approval-number">{String(value.number)}</span>
    case 'text':
      return (
        <span className="approval-words" dir="auto">
          {value.text}
        </span>
      )
    case 'hex':
      return (
        <span className="approval-hex" dir="ltr">
          {value.hex}
          <span className="approval-size">
            {fillMessage(words.bytes, { count: new Intl.NumberFormat(locale).format(value.bytes) })}
          </span>
        </span>
      )
  }
}

function showMoment(at: number | 'never', { locale, words }: DescriptionWords): string {
  // Also for times beyond the range of `Date`.
  if (at === 'never' || Math.abs(at) > 8.64e15) return words.never
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
