import { useStyles } from '@foyer/ui/primitives'
import { type ReactNode, useId } from 'react'
import { PageIcon, type PageIconName } from './PageIcon.tsx'
import css from './Panel.css?inline'

export type PanelProps = {
  icon: PageIconName
  title: string
  /** Shown at the end of the heading. */
  badge?: ReactNode
  children: ReactNode
}

/** A section of a page with its own heading. */
export function Panel({ badge, children, icon, title }: PanelProps) {
  useStyles(css)
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <span className="panel-icon">
          <PageIcon name={icon} />
        </span>
        <h2 id={id}>{title}</h2>
        {badge}
      </div>
      {children}
    </section>
  )
}
