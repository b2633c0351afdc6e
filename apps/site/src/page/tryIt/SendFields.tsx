/** To whom: goes to the wallet as it is written, nothing corrects or remembers it. */
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

/** How much; a comma is taken for a point. */
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
