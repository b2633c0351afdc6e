import { type ErrorCode, FoyerError, toFoyerError } from '@foyer/protocol'

type Level = { code?: unknown; rpcCode?: unknown; message?: unknown }

/** Whether `test` holds for what was thrown or for anything that wallets wrap in it, at most five levels deep. */
function someLevel(thrown: unknown, test: (level: Level) => boolean, depth = 0): boolean {
  if (typeof thrown === 'string') return test({ message: thrown })
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false
  const { cause, data, error, originalError } = thrown as Record<string, unknown>
  return (
    test(thrown) ||
    [data, originalError, error, cause].some((inner) => someLevel(inner, test, depth + 1))
  )
}

const hasCode =
  (...codes: number[]) =>
  ({ code, rpcCode }: Level): boolean =>
    codes.includes(Number(code)) || codes.includes(Number(rpcCode))

const says =
  (pattern: RegExp) =>
  ({ message }: Level): boolean =>
    typeof message === 'string' && pattern.test(message)

const rejectedText =
  /\buser\b.{0,20}\b(reject|den[yi]|declin|cancel|disapprov)|\b(reject|den[yi]|declin|cancel)\w*.{0,20}\bby (the )?user\b/i
const unrecognisedText =
  /unrecogni[sz]ed chain|unknown chain|\bchain\b.{0,80}\bnot (yet )?(been )?(added|recogni[sz]ed|configured)|try adding the chain/i
const unsupportedText =
  /\bmethod\b.{0,80}\b(not (supported|implemented|found|available|exist)|unsupported|unknown)|\b(unsupported|unknown|invalid) method|does not (support|exist)|not (supported|implemented)/i

/** Codes so general that the wallet's words say more. */
const general: readonly ErrorCode[] = ['internal', 'unknown', 'input-invalid']

/**
 * Whatever an EVM wallet threw, as a {@link FoyerError}: by its number, else by words that say that the visitor
 * refused, else `fallback`.
 *
 * @source ledger 8.24; https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 */
export function toEvmError(thrown: unknown, fallback: ErrorCode = 'unknown'): FoyerError {
  const error = toFoyerError(thrown, fallback)
  if (error === thrown || !(general.includes(error.code) || error.code === fallback)) return error
  // ethers' adapters give 'ACTION_REJECTED', others only words.
  const rejected = someLevel(
    thrown,
    (level) => level.code === 'ACTION_REJECTED' || says(rejectedText)(level),
  )
  return rejected
    ? new FoyerError('user-rejected', { cause: thrown, details: error.details })
    : error
}

/** Whether a wallet says that it does not know the network: 4902 at any depth, or in words. @source EIP-3326 */
export function isChainUnrecognised(thrown: unknown): boolean {
  return someLevel(thrown, (level) => hasCode(4902)(level) || says(unrecognisedText)(level))
}

/** Whether a wallet says that it has no such method, by number or in words. */
export function isMethodUnsupported(thrown: unknown): boolean {
  return someLevel(
    thrown,
    (level) => hasCode(4200, -32601, -32004)(level) || says(unsupportedText)(level),
  )
}
