import type { FailedTransactionMetadata } from 'litesvm'
import { instructionErrors, transactionErrors } from './errorWords.ts'

/** A transaction's error, in the form of the JSON-RPC. */
export type TransactionError = string | Readonly<Record<string, unknown>>

/** Converts the virtual machine's error. */
export function readTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err()
  if (typeof error === 'number') return nameOf(transactionErrors, error)
  const kind = error.constructor.name.replace(/^TransactionError/, '')
  if ('err' in error) return { InstructionError: [error.index, readInstructionError(error.err())] }
  if ('accountIndex' in error) return { [kind]: { account_index: error.accountIndex } }
  return { [kind]: error.index }
}

function readInstructionError(error: unknown): TransactionError {
  if (typeof error === 'number') return nameOf(instructionErrors, error)
  if (typeof error === 'object' && error !== null && 'code' in error) return { Custom: error.code }
  return 'BorshIoError'
}

const nameOf = (names: Readonly<Record<string, string>>, index: number) =>
  Object.keys(names)[index] ?? 'GenericError'

/** Returns a node's message for the error. @source solana-transaction-error and solana-instruction-error, Display */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return transactionErrors[error] ?? error
  const [[kind, details] = ['']] = Object.entries(error)
  if (kind === 'InstructionError') {
    const [index, inner] = details as [number, TransactionError]
    return `Error processing Instruction ${index}: ${describeInstructionError(inner)}`
  }
  const account = (details as { account_index?: number }).account_index
  if (kind === 'InsufficientFundsForRent')
    return `Transaction results in an account (${account}) with insufficient funds for rent`
  if (kind === 'ProgramExecutionTemporarilyRestricted')
    return `Execution of the program referenced by account at index ${account} is temporarily restricted.`
  return `Transaction contains a duplicate instruction (${String(details)}) that is not allowed`
}

function describeInstructionError(error: TransactionError): string {
  if (typeof error === 'string') return instructionErrors[error] ?? error
  return `custom program error: 0x${Number(error.Custom).toString(16)}`
}
