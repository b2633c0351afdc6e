import { useUi } from '../../context.ts'
import { ViewPlace } from '../../shell/ViewPlace.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './EmailSection.css?inline'
import { hasEmail } from './hasEmail.ts'

/** The email form of a site with a login; its code is loaded nowhere else. @source spec 2.13 */
export function EmailSection() {
  useStyles(css)
  return hasEmail(useUi()) ? (
    <div className="connect-email">
      <ViewPlace screen={{ view: 'ConnectEmail', data: undefined }} />
    </div>
  ) : null
}
