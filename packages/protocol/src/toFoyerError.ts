import { type ErrorCode, errors, FoyerError } from './errors.ts'

/** The numbers that EIP-1193, EIP-1474 and EIP-5792 name come first in the catalogue, so the first match is theirs. */
function codeOfRpc(rpcCode: number): ErrorCode | undefined {
  return (Object.keys(errors) as ErrorCode[]).find((code) => errors[code][1] === rpcCode)
}

/**
 * Whatever was thrown, as a {@link FoyerError}: itself, else by its EIP-1193 / JSON-RPC number, else `fallback`.
 * Wallets wrap the number at several depths, so `code`, `data.originalError.code` and `cause` are looked at.
 *
 * @source ledger 8.24
 */
export function toFoyerError(thrown: unknown, fallback: ErrorCode = 'unknown'): FoyerError {
  if (thrown instanceof FoyerError) return thrown
  const rpcCode = rpcCodeOf(thrown)
  const code = rpcCode === undefined ? undefined : codeOfRpc(rpcCode)
  return new FoyerError(code ?? fallback, { cause: thrown, details: messageOf(thrown) })
}

/** The EIP-1193 or JSON-RPC number in whatever was thrown, at most four levels deep. */
function rpcCodeOf(thrown: unknown, depth = 0): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return undefined
  const { cause, code, data, originalError } = thrown as Record<string, unknown>
  // A wallet that wraps another error gives -32603 outside and the real number inside.
  const inner =
    rpcCodeOf(data, depth + 1) ?? rpcCodeOf(originalError, depth + 1) ?? rpcCodeOf(cause, depth + 1)
  const own = typeof code === 'number' || typeof code === 'string' ? Number(code) : Number.NaN
  if (!Number.isInteger(own)) return inner
  return own === -32603 ? (inner ?? own) : own
}

function messageOf(thrown: unknown): string | undefined {
  if (typeof thrown === 'string') return thrown
  const message = (thrown as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' ? message : undefined
}
