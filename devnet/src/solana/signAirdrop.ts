import {
  type Address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type Lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Ledger } from './createLedger.ts'
import { computeBudgetProgram } from './programs.ts'
import { type ReadTransaction, readTransaction } from './readTransaction.ts'
import { solanaFaucetAccount } from './solanaAccounts.ts'

const setUnitLimit = 2
const leastUnits = 1_000
const unitChoices = 1_000_000

/** A transfer from the faucet's account, signed. */
export async function signAirdrop(
  ledger: Ledger,
  { amount, to }: { amount: Lamports; to: Address },
): Promise<ReadTransaction> {
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(
    Buffer.from(solanaFaucetAccount.seed, 'hex'),
  )
  const slot = ledger.slot('processed')
  // Two equal airdrops in one slot would be one transaction; another limit makes it another one.
  const limit = new Uint8Array(5)
  limit[0] = setUnitLimit
  const choice = leastUnits + Math.floor(Math.random() * unitChoices)
  new DataView(limit.buffer).setUint32(1, choice, true)
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(faucet, one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: ledger.blockhashes.ofSlot(slot), lastValidBlockHeight: slot },
        one,
      ),
    (one) =>
      appendTransactionMessageInstructions(
        [
          { programAddress: computeBudgetProgram, data: limit },
          getTransferSolInstruction({ source: faucet, destination: to, amount }),
        ],
        one,
      ),
  )
  const signed = await signTransactionMessageWithSigners(message)
  return readTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)))
}
