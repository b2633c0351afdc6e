import { type ErrorCode, errors, FoyerError } from './errors.ts'

/**
 * Converts any thrown value to a {@link FoyerError}: returns it unchanged if it is one (also one of another copy of this
 * package), else maps its code or its EIP-1193 / JSON-RPC number, else uses `fallback`. It looks at `code`,
 * `data.originalError.code` and `cause`, since wallets wrap the number at several depths. Never throws.
 *
 * @source spec 8.24
 */
export function toFoyerError(thrown: unknown, fallback: ErrorCode = 'unknown'): FoyerError {
  if (isFoyerError(thrown)) return thrown
  return new FoyerError(codeOf(thrown) ?? fallback, { cause: thrown, details: messageOf(thrown) })
}

/**
 * True if `thrown` has the fields of a Foyer error. `instanceof` would miss errors of a second copy of this package on the
 * same page.
 */
export function isFoyerError(thrown: unknown): thrown is FoyerError {
  return (
    thrown instanceof FoyerError ||
    (thrown instanceof Error &&
      read(thrown, 'name') === 'FoyerError' &&
      isErrorCode(read(thrown, 'code')) &&
      typeof read(thrown, 'rpcCode') === 'number')
  )
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}

/** Finds the catalogue entry for `thrown`, at most four levels deep. */
function codeOf(thrown: unknown, depth = 0): ErrorCode | undefined {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return undefined
  const own = ownCodeOf(thrown)
  // A wallet that wraps another error has -32603 outside and the real number inside.
  if (own !== undefined && own !== 'internal') return own
  for (const key of ['data', 'originalError', 'cause']) {
    const inner = codeOf(read(thrown, key), depth + 1)
    if (inner !== undefined) return inner
  }
  return own
}

function ownCodeOf(thrown: object): ErrorCode | undefined {
  const code = read(thrown, 'code')
  if (isErrorCode(code)) return code
  const name = read(thrown, 'name')
  if (name === 'AbortError') return 'request-aborted'
  if (name === 'TimeoutError') return 'request-timed-out'
  const isNumber = typeof code === 'number' || (typeof code === 'string' && /^-?\d+$/.test(code))
  return isNumber ? codeOfRpc(Number(code)) : undefined
}

/** The catalogue lists the numbers of EIP-1193, EIP-1474 and EIP-5792 first, so that the first match is theirs. */
function codeOfRpc(rpcCode: number): ErrorCode | undefined {
  return (Object.keys(errors) as ErrorCode[]).find((code) => errors[code][1] === rpcCode)
}

function messageOf(thrown: unknown): string | undefined {
  const message = typeof thrown === 'object' && thrown !== null ? read(thrown, 'message') : thrown
  return typeof message === 'string' ? message : undefined
}

/** Reads a field of an untrusted object, whose getter may throw. */
function read(from: object, key: string): unknown {
  try {
    return (from as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}
