import type { Account } from '@foyer/core'
import { useMessage, useUi } from '../../context.ts'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useStyles } from '../../useStyles.ts'
import { useShownCalls } from '../calls/shownCalls.ts'
import css from './AccountFeatures.css?inline'
import { featureRows } from './featureRows.ts'

/** The status of calls to be shown, and buttons of the account's features, in the site's order. @source spec 6.5, 9.19, 9.20, 9.21 */
export function AccountFeatures({ account: { namespace } }: { account: Account }) {
  useStyles(css)
  const { foyer, modal, router, views } = useUi()
  const calls = useShownCalls(modal)
  const message = useMessage()
  const rows = foyer.options.features.walletFeaturesOrder.flatMap((feature) => {
    const row = featureRows[feature]
    return row?.supports(foyer, namespace) ? row : []
  })
  const buttons = (
    <div className="account-buttons">
      {rows.map(({ path, title, view }) => {
        const prefetch = () => void views.load(view)
        return (
          <button
            key={view}
            type="button"
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={() => router.push(view)}
          >
            <LineIcon path={path} />
            <span>{message(title)}</span>
          </button>
        )
      })}
    </div>
  )
  return (
    <>
      {calls ? <calls.Part /> : null}
      {rows.length > 0 ? buttons : null}
    </>
  )
}
