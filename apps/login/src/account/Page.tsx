import { Notice, useStyles } from '@foyer/ui/primitives'
import { type ReactNode, useEffect } from 'react'
import { Mark } from './Mark.tsx'
import css from './Page.css?inline'
import { useOnline } from './useOnline.ts'
import { words } from './words.ts'

export type PageProps = {
  /** Also the title of the document. */
  title: string
  /** Button at the end of the header. */
  action?: ReactNode
  /** Centres a single card. @default false */
  alone?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** Layout of a page of the login site: header, content and footer. */
export function Page({ action, alone = false, children, footer, title }: PageProps) {
  useStyles(css)
  const online = useOnline()
  useEffect(() => {
    document.title = `${title} · ${words.product}`
  }, [title])
  return (
    <div className="page">
      <header className="page-top">
        <a className="page-skip" href="#content">
          {words.skip}
        </a>
        <p className="page-brand">
          <Mark />
          <span className="page-name">{words.product}</span>
          <span className="page-host">{location.host}</span>
        </p>
        {action}
      </header>
      <main id="content" key={title} data-alone={alone}>
        {online ? null : <Notice tone="warning">{words.offline}</Notice>}
        {children}
      </main>
      {footer ?? <span />}
    </div>
  )
}
