import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Notice.css?inline'

export type NoticeProps = {
  tone: 'info' | 'success' | 'warning' | 'danger'
  title?: string | undefined
  children?: ReactNode
  /** A button below the words. */
  action?: ReactNode
}

const icons = {
  info: <Info aria-hidden="true" />,
  success: <CircleCheck aria-hidden="true" />,
  warning: <TriangleAlert aria-hidden="true" />,
  danger: <CircleAlert aria-hidden="true" />,
}

/** Words that stand out, inside a view. Danger is read aloud when it comes. */
export function Notice({ action, children, title, tone }: NoticeProps) {
  useStyles(css)
  return (
    <div className="notice" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      {icons[tone]}
      <div className="notice-text">
        {title === undefined ? null : <p className="notice-title">{title}</p>}
        {children === undefined ? null : <div>{children}</div>}
        {action}
      </div>
    </div>
  )
}
