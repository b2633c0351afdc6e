import { type ReactNode, useId } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Checkbox.css?inline'
import { Icon } from './Icon.tsx'

export type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Its label, which may contain links. */
  children: ReactNode
  /** The validation error. */
  error?: string | undefined
}

/** A checkbox with a label. */
export function Checkbox({ checked, children, error, onChange }: CheckboxProps) {
  useStyles(css)
  const id = useId()
  return (
    <div className="checkbox">
      <label>
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="checkbox-box" aria-hidden="true">
          <Icon name="check" />
        </span>
        <span className="checkbox-text">{children}</span>
      </label>
      {error === undefined ? null : (
        <p id={id} className="checkbox-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
