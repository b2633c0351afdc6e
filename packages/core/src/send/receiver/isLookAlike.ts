/** Number of characters at each end that people compare, at least. */
const comparedCount = 3

/**
 * True if two different addresses look the same when they are shortened. Attackers make such addresses and send tiny or
 * empty amounts from them, so that a user copies the wrong one.
 *
 * @param isSame - True if both are the same account.
 */
export function isLookAlike(
  one: string,
  other: string,
  isSame: (one: string, other: string) => boolean,
): boolean {
  if (isSame(one, other)) return false
  const [a, b] = [bodyOf(one), bodyOf(other)]
  return (
    a.slice(0, comparedCount) === b.slice(0, comparedCount) &&
    a.slice(-comparedCount) === b.slice(-comparedCount)
  )
}

/** The characters that differ between accounts, without their letter case. */
function bodyOf(address: string): string {
  return address.replace(/^0x/i, '').toLowerCase()
}
