import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Field.css?inline'

export type FieldProps = Omit<ComponentPropsWithoutRef<'input'>, 'className'> & {
  label: string
  /** Hides the label visually; the placeholder replaces it. @default false */
  hideLabel?: boolean | undefined
  /** The validation error. */
  error?: string | undefined
  /** Help text. */
  hint?: string | undefined
  /** Inside, at its start. */
  leading?: ReactNode
  /** Inside, at its end: a button, a unit. */
  trailing?: ReactNode
}

/** A labelled input of 48 px, linked to its hint and error for screen readers. */
export function Field({
  error,
  hideLabel = false,
  hint,
  label,
  leading,
  trailing,
  ...props
}: FieldProps) {
  useStyles(css)
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'unseen' : 'field-label'}>
        {label}
      </label>
      <div className="field-box" data-invalid={error !== undefined}>
        {leading}
        <input
          id={id}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          {...props}
        />
        {trailing}
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
