import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Field.css?inline'

export type FieldProps = Omit<ComponentPropsWithoutRef<'input'>, 'className'> & {
  label: string
  /** The label is read aloud only; the placeholder says it to the eye. @default false */
  hideLabel?: boolean | undefined
  /** What is wrong with it. */
  error?: string | undefined
  /** What to type. */
  hint?: string | undefined
  /** Inside, at its start. */
  leading?: ReactNode
  /** Inside, at its end: a button, a unit. */
  trailing?: ReactNode
}

/** A labelled input of 48 px, its hint and its error, tied together for screen readers. */
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
