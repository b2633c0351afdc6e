/** A choice of one. */
export function Segments<value extends string>({
  choices,
  name,
  onChange,
  value,
}: {
  name: string
  choices: readonly (readonly [value, string])[]
  value: value
  onChange: (value: value) => void
}) {
  return (
    <div className="segments">
      {choices.map(([choice, text]) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          <span>{text}</span>
        </label>
      ))}
    </div>
  )
}
