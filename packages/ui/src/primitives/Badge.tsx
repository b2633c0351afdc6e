import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Badge.css?inline'

export type BadgeProps = {
  children: ReactNode
  /** @default 'neutral' */
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | undefined
}

/** A short label beside an item. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  useStyles(css)
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
