import { Badge, Logo, useStyles } from '@foyer/ui/primitives'
import type { Approval } from '../approval.ts'
import { fill, words } from '../words.ts'
import { CardIcon } from './CardIcon.tsx'
import css from './SiteHeader.css?inline'
import { readSiteName } from './siteName.ts'

/** Shows the requester: the origin attested by the handshake, and less prominently the name that the site claims. */
export function SiteHeader({
  claims,
  origin,
  position,
}: Pick<Approval, 'claims' | 'origin'> & Partial<Pick<Approval, 'position'>>) {
  useStyles(css)
  const { owner, port, prefix, secure } = readSiteName(origin)
  const name = claims?.name ?? ''
  return (
    <header className="approval-site">
      <span className="approval-site-mark">
        <CardIcon name="globe" />
      </span>
      <div className="approval-site-names">
        <p className="approval-origin" title={origin} dir="ltr">
          <span className="unseen">{words.who}: </span>
          {prefix}
          <strong>{owner}</strong>
          {port}
        </p>
        {secure && name === '' ? null : (
          <p className="approval-claim">
            {name === '' ? null : (
              <>
                <Logo name={name} src={iconOf(claims?.icon)} size={16} eager />
                <span className="approval-claim-text" dir="auto">
                  {fill(words.claims, { name })}
                </span>
              </>
            )}
            {secure ? null : <Badge tone="danger">{words.insecure}</Badge>}
          </p>
        )}
      </div>
      {position && position.count > 1 ? (
        <Badge>
          {fill(words.queue, {
            index: String(position.index),
            count: position.count > 99 ? '99+' : String(position.count),
          })}
        </Badge>
      ) : null}
    </header>
  )
}

/** Returns the icon's URL if it is on this origin or `data:`. Loading any other would reveal the user to its server. */
function iconOf(icon: string | undefined): string | undefined {
  if (icon === undefined || !URL.canParse(icon, location.href)) return undefined
  const url = new URL(icon, location.href)
  return url.origin === location.origin ? url.href : undefined
}
