import { type Address, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Ledger } from './createLedger.ts'
import { readTransaction } from './readTransaction.ts'
import { signAsFaucet } from './signAsFaucet.ts'
import { describeTransactionError } from './transactionError.ts'

/**
 * Sends SOL from the faucet's account.
 *
 * @param amount In lamports.
 * @returns The transaction's signature, processed.
 * @throws Error with a node's message, for example if it leaves less than an account must have.
 */
export async function airdrop(
  ledger: Ledger,
  { amount, to }: { amount: bigint; to: Address },
): Promise<string> {
  const hash = ledger.blockhashes.ofSlot(ledger.slot('processed'))
  const wire = await signAsFaucet(hash, (faucet) => [
    getTransferSolInstruction({ source: faucet, destination: to, amount: lamports(amount) }),
  ])
  const outcome = ledger.land(readTransaction(wire))
  const error = outcome.kind === 'landed' ? outcome.transaction.error : outcome.error
  if (error !== null || outcome.kind === 'dropped')
    throw new Error(`the airdrop failed: ${describeTransactionError(error ?? '')}`)
  return outcome.transaction.signature
}
