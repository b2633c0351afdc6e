import type { HistoryState } from '@foyer/core'
import { useLanguage, useMessage } from '../../context.ts'

/** One line at the end: since when, and what the server can not see. */
export function Coverage({ coverage }: Pick<HistoryState, 'coverage'>) {
  const message = useMessage()
  const { locale } = useLanguage()
  if (!coverage) return null
  const { backfill, from, internalTransfers } = coverage
  const day = Date.parse(from)
  const sentences = [
    Number.isNaN(day)
      ? ''
      : message('activity.since', {
          date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(day),
        }),
    internalTransfers ? '' : message('activity.external'),
    backfill === undefined
      ? ''
      : message('activity.backfill', {
          percent: new Intl.NumberFormat(locale, {
            style: 'percent',
            roundingMode: 'trunc',
          }).format(backfill),
        }),
  ]
  return <p className="activity-coverage">{sentences.filter(Boolean).join(' ')}</p>
}
