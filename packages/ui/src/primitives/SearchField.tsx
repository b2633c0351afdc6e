import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

export type SearchFieldProps = {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** A search field with a clear button. */
export function SearchField({ clearLabel, label, onChange, value }: SearchFieldProps) {
  return (
    <Field
      type="search"
      enterKeyHint="search"
      label={label}
      hideLabel
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      leading={<Icon name="search" />}
      trailing={
        value === '' ? undefined : (
          <IconButton
            label={clearLabel}
            icon={<Icon name="close" />}
            onClick={({ currentTarget }) => {
              currentTarget.parentElement?.querySelector('input')?.focus()
              onChange('')
            }}
          />
        )
      }
    />
  )
}
