import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { person } from './nodeWallet.test.kit.ts'

const anyHash = '11111111111111111111111111111111'

/** An unsigned transfer, built by the reference library. */
export function makeTransfer({
  blockhash = anyHash,
  from = person('alice').address,
  lamports = 1,
  to = person('bob').address,
  version = 0,
}: {
  blockhash?: string
  from?: string
  to?: string
  lamports?: number
  version?: 'legacy' | 0
} = {}): Uint8Array {
  const instruction = SystemProgram.transfer({
    fromPubkey: new PublicKey(from),
    toPubkey: new PublicKey(to),
    lamports,
  })
  const payerKey = new PublicKey(from)
  if (version === 0) {
    const message = new TransactionMessage({
      payerKey,
      recentBlockhash: blockhash,
      instructions: [instruction],
    })
    return new VersionedTransaction(message.compileToV0Message()).serialize()
  }
  const transaction = new Transaction({ feePayer: payerKey, blockhash, lastValidBlockHeight: 1 })
  transaction.add(instruction)
  return new Uint8Array(
    transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
  )
}

/** A transfer with a second signer. */
export function makeSharedTransfer(): { bytes: Uint8Array; other: Keypair } {
  const other = Keypair.generate()
  const payerKey = new PublicKey(person('alice').address)
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: anyHash,
    instructions: [
      SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: payerKey, lamports: 1 }),
    ],
  })
  return {
    bytes: new VersionedTransaction(message.compileToV0Message()).serialize(),
    other,
  }
}
