import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import { Icon } from './Icon.tsx'
import css from './Notice.css?inline'

export type NoticeProps = {
  tone: 'info' | 'success' | 'warning' | 'danger'
  title?: string | undefined
  children?: ReactNode
  /** A button below the words. */
  action?: ReactNode
}

const icons = {
  info: <Icon name="info" />,
  success: <Icon name="done" />,
  warning: <Icon name="warning" />,
  danger: <Icon name="alert" />,
}

/** A highlighted message inside a view. Errors are announced. */
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
