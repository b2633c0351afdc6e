import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './EmptyState.css?inline'

export type EmptyStateProps = {
  icon?: ReactNode
  title: string
  text?: string | undefined
  /** One button. */
  action?: ReactNode
  /** `alert` for an error, `status` for an empty search. */
  role?: 'alert' | 'status' | undefined
}

/** Replaces an empty list or screen: one line and one action. */
export function EmptyState({ action, icon, role, text, title }: EmptyStateProps) {
  useStyles(css)
  return (
    <div className="empty">
      {icon === undefined ? null : <span className="empty-icon">{icon}</span>}
      <div role={role}>
        <p className="empty-title">{title}</p>
        {text === undefined ? null : <p className="empty-text">{text}</p>}
      </div>
      {action === undefined ? null : <div className="empty-action">{action}</div>}
    </div>
  )
}
