import { type ErrorCode, errors, FoyerError } from './errors.ts'

/**
 * Whatever was thrown, as a {@link FoyerError}: itself (also one of another copy of this package), else by its code or
 * its EIP-1193 / JSON-RPC number, else `fallback`. Wallets wrap the number at several depths, so `code`,
 * `data.originalError.code` and `cause` are looked at. Never throws, whatever `thrown` is.
 *
 * @source ledger 8.24
 */
export function toFoyerError(thrown: unknown, fallback: ErrorCode = 'unknown'): FoyerError {
  if (isFoyerError(thrown)) return thrown
  return new FoyerError(codeOf(thrown) ?? fallback, { cause: thrown, details: messageOf(thrown) })
}

/**
 * Whether `thrown` is an error of Foyer, by its fields: two copies of this package on one page have two classes, and
 * `instanceof` knows one of them.
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

/** The failure that `thrown` names, at most four levels deep. */
function codeOf(thrown: unknown, depth = 0): ErrorCode | undefined {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return undefined
  const own = ownCodeOf(thrown)
  // A wallet that wraps another error says -32603 outside and the real number inside.
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

/** The numbers that EIP-1193, EIP-1474 and EIP-5792 name come first in the catalogue, so the first match is theirs. */
function codeOfRpc(rpcCode: number): ErrorCode | undefined {
  return (Object.keys(errors) as ErrorCode[]).find((code) => errors[code][1] === rpcCode)
}

function messageOf(thrown: unknown): string | undefined {
  const message = typeof thrown === 'object' && thrown !== null ? read(thrown, 'message') : thrown
  return typeof message === 'string' ? message : undefined
}

/** A field of a stranger's object, whose getter may throw. */
function read(from: object, key: string): unknown {
  try {
    return (from as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}
