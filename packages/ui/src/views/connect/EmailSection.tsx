import { useUi } from '../../context.ts'
import { ViewPlace } from '../../shell/ViewPlace.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './EmailSection.css?inline'
import { hasEmail } from './hasEmail.ts'

/** Where the site has a login; what draws it is loaded nowhere else. @source ledger 2.13 */
export function EmailSection() {
  useStyles(css)
  return hasEmail(useUi()) ? (
    <div className="connect-email">
      <ViewPlace screen={{ view: 'ConnectEmail', data: undefined }} />
    </div>
  ) : null
}
