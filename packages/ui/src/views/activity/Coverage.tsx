import type { HistoryState } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import { useLanguage } from '../../context.ts'
import type { enActivity } from '../../i18n/enActivity.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { ActivityWords, useActivityWords } from './activityWords.ts'

/** One line at the end: since when, and what the server can not see. */
export function Coverage({ coverage }: Pick<HistoryState, 'coverage'>) {
  return coverage ? (
    <ActivityWords>
      <Line coverage={coverage} />
    </ActivityWords>
  ) : null
}

/** The server may name kinds that are newer than this page. */
const kinds: Readonly<Record<string, keyof typeof enActivity>> = {
  approvals: 'activity.missingApprovals',
  failed: 'activity.missingFailed',
  internal: 'activity.missingInternal',
  'past-coins': 'activity.missingPast',
  'token-accounts': 'activity.missingTokens',
}

function Line({
  coverage: { backfill, from, internalTransfers, unseen = [] },
}: {
  coverage: NonNullable<HistoryState['coverage']>
}) {
  const say = useActivityWords()
  const { locale } = useLanguage()
  const symbol = useActiveNetwork()?.nativeCurrency.symbol ?? ''
  const day = Date.parse(from)
  const missing = [...(internalTransfers ? [] : ['internal']), ...unseen].map((kind) =>
    say(readOwn(kinds, kind) ?? 'activity.missingOther', { symbol }),
  )
  const sentences = [
    Number.isNaN(day)
      ? ''
      : say('activity.since', {
          date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(day),
        }),
    missing.length === 0
      ? ''
      : say('activity.missing', {
          list: new Intl.ListFormat(locale).format(new Set(missing)),
        }),
    backfill === undefined
      ? ''
      : say('activity.backfill', {
          percent: new Intl.NumberFormat(locale, {
            style: 'percent',
            roundingMode: 'trunc',
          }).format(backfill),
        }),
  ]
  return <p className="activity-coverage">{sentences.filter(Boolean).join(' ')}</p>
}
