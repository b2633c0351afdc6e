import { useUi } from '../../context.ts'
import { ViewPlace } from '../../shell/ViewPlace.tsx'
import { hasSocials } from './hasEmail.ts'

/** The social logins of a site with a login; their code is loaded nowhere else. @source spec 2.13 */
export function SocialSection() {
  return hasSocials(useUi()) ? (
    <div className="connect-socials">
      <ViewPlace screen={{ view: 'ConnectSocial', data: undefined }} />
    </div>
  ) : null
}
