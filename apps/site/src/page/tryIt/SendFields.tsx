/** The receiver, passed to the wallet as typed: no correction and no autocomplete. */
export function ReceiverField({
  className,
  onChange,
  value,
}: {
  className?: string
  onChange: (text: string) => void
  value: string
}) {
  return (
    <label className={className}>
      <span>To</span>
      <input
        className="field"
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

/** The amount; a comma counts as a decimal point. */
export function AmountField({
  onChange,
  value,
}: {
  onChange: (text: string) => void
  value: string
}) {
  return (
    <label>
      <span>Amount</span>
      <input
        className="field"
        inputMode="decimal"
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value.trim().replace(',', '.'))}
      />
    </label>
  )
}
