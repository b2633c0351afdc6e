/** How many accounts of the test wallet hold something besides coins for fees. */
const offeredAccounts = 5

/** Chooses which of the test wallet's accounts comes first. */
export function AccountField({ label, names, onSelect, selected }: AccountField.Properties) {
  return (
    <label className="tool-field">
      <span>{label}</span>
      <select
        className="field"
        disabled={selected === undefined}
        value={selected ?? ''}
        onChange={({ target }) => onSelect(Number(target.value))}
      >
        {selected === undefined && <option value="">None connected</option>}
        {Array.from({ length: Math.max(offeredAccounts, (selected ?? 0) + 1) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an account's number is its name
          <option key={index} value={index}>
            {names[index] ? `Account ${index}, ${names[index]}` : `Account ${index}`}
          </option>
        ))}
      </select>
    </label>
  )
}

export declare namespace AccountField {
  type Properties = {
    label: string
    /** By account number, where an account has one. */
    names: readonly string[]
    onSelect: (index: number) => void
    /** The account that comes first; none is connected without. */
    selected: number | undefined
  }
}
