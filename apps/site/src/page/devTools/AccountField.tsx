/** Number of test wallet accounts that hold more than coins for fees. */
const offeredAccounts = 5

/** Selects the first account of the test wallet. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: accounts are identified by number
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
    /** Names by account number, for accounts that have one. */
    names: readonly string[]
    onSelect: (index: number) => void
    /** The first account; undefined if none is connected. */
    selected: number | undefined
  }
}
