import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import type { Transaction } from '../transaction.ts'
import { signAllTransactions } from './signAllTransactions.ts'

/**
 * Asks the connected wallet to sign a transaction without sending it.
 *
 * @returns The signed transaction, encoded as usual in the namespace: base64 on Solana.
 * @throws FoyerError as {@link signAllTransactions}
 */
export async function signTransaction(
  foyer: Foyer,
  {
    transaction,
    ...parameters
  }: {
    transaction: Transaction
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  },
): Promise<string> {
  const [signed] = await signAllTransactions(foyer, { ...parameters, transactions: [transaction] })
  return signed as string
}
