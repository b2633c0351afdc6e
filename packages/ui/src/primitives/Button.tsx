import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Button.css?inline'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Looks = {
  /** @default 'primary' */
  variant?: ButtonVariant | undefined
  /** Before the label. */
  icon?: ReactNode
  /** Inline instead of full width. @default false */
  inline?: boolean | undefined
}
export type ButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'className'> &
  Looks & {
    /** Stays in place with its focus, ignores presses, and shows progress. @default false */
    pending?: boolean | undefined
  }

/** The standard button: 48 px high. */
export function Button({
  children,
  icon,
  inline = false,
  onClick,
  pending = false,
  variant = 'primary',
  ...props
}: ButtonProps) {
  useStyles(css)
  return (
    <button
      type="button"
      className="button"
      data-variant={variant}
      data-inline={inline}
      aria-busy={pending}
      // Not `disabled`, which would lose the focus.
      aria-disabled={pending || undefined}
      {...props}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon}
      <span className="button-label">{children}</span>
    </button>
  )
}

export type LinkButtonProps = Omit<ComponentPropsWithoutRef<'a'>, 'className'> &
  Looks & { href: string }

/** A link that looks like a button; opens a new tab. */
export function LinkButton({
  children,
  icon,
  inline = false,
  variant = 'primary',
  ...props
}: LinkButtonProps) {
  useStyles(css)
  return (
    <a
      className="button"
      data-variant={variant}
      data-inline={inline}
      target="_blank"
      rel="noopener noreferrer"
      {...props}
    >
      {icon}
      <span className="button-label">{children}</span>
    </a>
  )
}
