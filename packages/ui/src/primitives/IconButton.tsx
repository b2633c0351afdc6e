import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './IconButton.css?inline'

export type IconButtonProps = ComponentPropsWithoutRef<'button'> & {
  /** What it does, for screen readers and as a hint. */
  label: string
  icon: ReactNode
}

/** A round button of one icon, 44 px to hit. */
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
