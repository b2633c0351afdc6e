/** One of the nested errors of a wallet. */
export type ErrorLevel = { code?: unknown; rpcCode?: unknown; message?: unknown }

/** True if `test` is true for the thrown value or an error nested in it, at most five levels deep. */
export function someLevel(
  thrown: unknown,
  test: (level: ErrorLevel) => boolean,
  depth = 0,
): boolean {
  if (typeof thrown === 'string') return test({ message: thrown })
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false
  const { cause, data, error, originalError } = thrown as Record<string, unknown>
  return (
    test(thrown) ||
    [data, originalError, error, cause].some((inner) => someLevel(inner, test, depth + 1))
  )
}

/** True if the error has one of these numbers, or a matching message. */
export function levelMatches(
  { code, message, rpcCode }: ErrorLevel,
  pattern: levelMatches.Pattern,
): boolean {
  return (
    pattern.codes.some((one) => one === Number(code) || one === Number(rpcCode)) ||
    (typeof message === 'string' && pattern.text.test(message))
  )
}

export declare namespace levelMatches {
  type Pattern = { codes: readonly number[]; text: RegExp }
}
