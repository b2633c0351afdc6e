import type { Account } from '@foyer/core'
import { useMessage, useUi } from '../../context.ts'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './AccountFeatures.css?inline'
import { featureRows } from './featureRows.ts'

/** Buttons of what the account can do here, in the site's order. @source ledger 6.5, 9.19, 9.20, 9.21 */
export function AccountFeatures({ account: { namespace } }: { account: Account }) {
  useStyles(css)
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const rows = foyer.options.features.walletFeaturesOrder.flatMap((feature) => {
    const row = featureRows[feature]
    return row?.supports(foyer, namespace) ? row : []
  })
  if (rows.length === 0) return null
  return (
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
}
