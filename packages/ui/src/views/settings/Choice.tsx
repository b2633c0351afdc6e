import { type ReactNode, useId } from 'react'
import { useStyles } from '../../useStyles.ts'
import css from './Choice.css?inline'

export type ChoiceProps<value extends string> = {
  label: string
  options: readonly { readonly value: value; readonly label: string; readonly icon?: ReactNode }[]
  value: value
  onChange: (value: value) => void
}

/** A radio group whose options are side by side; arrow keys select. */
export function Choice<value extends string>({
  label,
  onChange,
  options,
  value,
}: ChoiceProps<value>) {
  useStyles(css)
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="choice-option">
              {option.icon}
              <span className="choice-text">{option.label}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
