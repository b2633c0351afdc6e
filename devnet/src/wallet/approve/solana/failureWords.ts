import { solanaPrograms } from '@foyer/decode/internal'
import * as v from 'valibot'

const instructionError = v.object({
  InstructionError: v.tuple([v.number(), v.union([v.string(), v.object({ Custom: v.number() })])]),
})
const rentError = v.object({ InsufficientFundsForRent: v.unknown() })

/** Programs whose first custom error means insufficient funds. @source SystemError, TokenError */
const tooLittle: readonly string[] = [
  solanaPrograms.system,
  solanaPrograms.token,
  solanaPrograms.token2022,
]

const plainWords: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account that pays the fee holds no SOL.',
  BlockhashNotFound: 'It is too old, or made for another network.',
  InsufficientFundsForFee: 'There is not enough SOL for the fee.',
}

/**
 * Explains why a network would reject a transaction.
 *
 * @param programsCalled - program ids by instruction index
 * @source solana-transaction-error, TransactionError
 */
export function failureWords(error: unknown, programsCalled: readonly string[]): string {
  if (typeof error === 'string') return plainWords[error] ?? error
  if (v.is(rentError, error)) return 'An account would hold less SOL than every account must.'
  if (!v.is(instructionError, error)) return JSON.stringify(error)
  const [index, cause] = error.InstructionError
  const program = programsCalled[index]
  if (typeof cause !== 'string' && cause.Custom === 1 && tooLittle.includes(program ?? '')) {
    return 'The account does not hold that much.'
  }
  const words = typeof cause === 'string' ? cause : `error ${cause.Custom} of its program`
  return `Instruction ${index + 1} of ${programsCalled.length} ends with ${words}.`
}
