/** A card as the form sends it. */
export type CardEntry = { number: string; expiry: string; cvc: string }

/** Numbers that mean an outcome; a well-formed one that is not among them is no test card. */
export const testCards = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  empty: '4000000000009995',
} as const

/** The reason why a card is refused, for the page. */
export type CardRefusal = { field: 'number' | 'expiry' | 'cvc' | undefined; text: string }

/** Checks a card. @returns undefined if it pays */
export function checkCard(entry: CardEntry, now: Date): CardRefusal | undefined {
  const number = entry.number.replace(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number))
    return { field: 'number', text: 'This is not a card number.' }
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(entry.expiry) ?? []
  if (Number(month) < 1 || Number(month) > 12)
    return { field: 'expiry', text: 'Write the date as MM/YY.' }
  // A card is valid to the end of its month.
  if (Date.UTC(2000 + Number(year), Number(month)) <= now.getTime())
    return { field: 'expiry', text: 'This card has expired.' }
  if (!/^\d{3,4}$/.test(entry.cvc.trim()))
    return { field: 'cvc', text: 'The security code has 3 or 4 digits.' }
  if (number === testCards.accepted) return undefined
  if (number === testCards.declined)
    return { field: undefined, text: 'The card was declined. Use another one.' }
  if (number === testCards.empty)
    return { field: undefined, text: 'The card has not enough money. Use another one.' }
  return { field: 'number', text: 'Only test cards pay here. Never enter a real one.' }
}

/** @source ISO/IEC 7812-1, annex B */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
