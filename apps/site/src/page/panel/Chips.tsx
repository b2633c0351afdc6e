/** A choice of several. */
export function Chips<value extends string>({
  choices,
  chosen,
  least = 0,
  onChange,
}: {
  choices: readonly (readonly [value, string])[]
  chosen: readonly value[]
  /** Minimum number of choices. @default 0 */
  least?: number
  onChange: (chosen: value[]) => void
}) {
  return (
    <div className="chips">
      {choices.map(([choice, text]) => {
        const on = chosen.includes(choice)
        return (
          <label key={choice}>
            <input
              type="checkbox"
              checked={on}
              disabled={on && chosen.length <= least}
              onChange={() =>
                onChange(on ? chosen.filter((one) => one !== choice) : [...chosen, choice])
              }
            />
            <span>{text}</span>
          </label>
        )
      })}
    </div>
  )
}
