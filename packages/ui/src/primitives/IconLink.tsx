import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './IconButton.css?inline'

export type IconLinkProps = {
  href: string
  /** Its target, for screen readers and as a tooltip. */
  label: string
  icon: ReactNode
}

/** A link that looks like an icon button; opens a new tab. */
export function IconLink({ href, icon, label }: IconLinkProps) {
  useStyles(css)
  return (
    <a
      className="icon-button"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
    >
      {icon}
    </a>
  )
}
