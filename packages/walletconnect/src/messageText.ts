/** The longest run of digits kept in a string; peers read 17 as a number, also inside strings. */
const longestRun = 12

/**
 * Writes JSON that the reference client parses correctly. Its parser quotes any 17 digits before `,`, `}` or `]`, also
 * inside strings, which breaks typed data. So every 13th digit of such a string is escaped: equal as JSON, invisible to
 * that parser. A bigint is written as decimal text.
 */
export function formatMessage(value: unknown): string {
  const json = JSON.stringify(value, (_, given) =>
    typeof given === 'bigint' ? String(given) : given,
  )
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/(\\u[0-9a-f]{4}|\\.)|\d{13,}/gi, (run, escaped) =>
      escaped === undefined ? breakRun(run) : run,
    ),
  )
}

function breakRun(digits: string): string {
  let broken = ''
  for (let at = 0; at < digits.length; at += longestRun + 1)
    broken += digits.slice(at, at + longestRun) + escapeDigit(digits.charAt(at + longestRun))
  return broken
}

const escapeDigit = (digit: string): string => digit && `\\u003${digit}`
