import { expiredText } from './toSolanaError.ts'

/** Failures of Token and Token-2022, by number. @source https://docs.rs/spl-token-2022/latest/spl_token_2022/error/enum.TokenError.html */
const tokenFailures = new Map([
  [1, 'The account has not enough of the token, or of SOL.'],
  [17, 'The token account is frozen by the one who issues the token.'],
])

/**
 * Explains a failed transaction to developers: in a plain sentence for common failures, then with the node's message.
 *
 * @param failure.err - The `err` of a simulation or of a status.
 * @source https://docs.rs/solana-transaction-error/latest/solana_transaction_error/enum.TransactionError.html
 */
export function explainFailure({
  err,
  logs = [],
}: {
  err: unknown
  logs?: readonly unknown[]
}): string {
  const said = typeof err === 'string' ? err : JSON.stringify(err)
  const lines = logs.filter((line) => typeof line === 'string')
  const logLine =
    lines.find(
      (line) => /insufficient|\berror: /i.test(line) && !/custom program error/.test(line),
    ) ?? lines.findLast((line) => / failed/.test(line))
  return [sentence(err, lines), `The node said ${said}${logLine ? `: ${logLine}` : ''}.`]
    .filter((part) => part !== undefined)
    .join(' ')
}

function sentence(err: unknown, lines: readonly string[]): string | undefined {
  const said = typeof err === 'string' ? err : JSON.stringify(err)
  if (/BlockhashNotFound|blockhash not found/i.test(said)) return expiredText
  if (/^"?(AccountNotFound|InsufficientFundsForFee)/.test(said))
    return 'The account has not enough SOL for the fee.'
  if (/InsufficientFundsForRent/.test(said))
    return 'An account would be left with less SOL than the network asks for keeping it.'
  const custom = Number(/"Custom":\s*(\d+)/.exec(said)?.[1] ?? Number.NaN)
  if (lines.some((line) => /no memo in previous instruction/i.test(line)))
    return 'The receiver only takes transfers with a memo.'
  return tokenFailures.get(custom)
}
