import { randomInt } from 'node:crypto'
import {
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { computeBudgetProgram } from './programs.ts'
import { solanaFaucetAccount } from './solanaAccounts.ts'

const setUnitLimit = 2
const leastUnits = 200_000
const mostUnits = 1_400_000

/** Returns a signed transaction paid by the faucet's account, in bytes. */
export async function signAsFaucet(
  hash: Blockhash,
  instructions: (faucet: KeyPairSigner) => readonly Instruction[] | Promise<readonly Instruction[]>,
): Promise<Uint8Array> {
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(
    Buffer.from(solanaFaucetAccount.seed, 'hex'),
  )
  // Two equal transfers in one slot would be one transaction, so vary the limit.
  const limit = new Uint8Array(5)
  limit[0] = setUnitLimit
  new DataView(limit.buffer).setUint32(1, randomInt(leastUnits, mostUnits), true)
  const list = await instructions(faucet)
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(faucet, one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: hash, lastValidBlockHeight: 0n },
        one,
      ),
    (one) =>
      appendTransactionMessageInstructions(
        [{ programAddress: computeBudgetProgram, data: limit }, ...list],
        one,
      ),
  )
  const signed = await signTransactionMessageWithSigners(message)
  return Uint8Array.from(getTransactionEncoder().encode(signed))
}
