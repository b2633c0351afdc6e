import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './IconButton.css?inline'

export type IconButtonProps = ComponentPropsWithoutRef<'button'> & {
  /** Its action, for screen readers and as a tooltip. */
  label: string
  icon: ReactNode
}

/** A round icon button with a target of 44 px. */
export function IconButton({ className = '', icon, label, ...props }: IconButtonProps) {
  useStyles(css)
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      title={label}
      {...props}
    >
      {icon}
    </button>
  )
}
