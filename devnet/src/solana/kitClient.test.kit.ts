import {
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  type Signature,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { solanaAccounts } from './solanaAccounts.ts'

/** A signer for one of the ten accounts. */
export const signerOf = (name: string): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(
    Buffer.from(solanaAccounts.find((one) => one.name === name)?.seed ?? '', 'hex'),
  )

/** An unmodified `@solana/kit` client of a running chain. */
export function connectKit({ url, wsUrl }: { url: string; wsUrl: string }) {
  const rpc = createSolanaRpc(url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl)
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  const sign = async (payer: KeyPairSigner, instructions: readonly Instruction[]) => {
    const { value } = await rpc.getLatestBlockhash().send()
    return signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(value, message),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    )
  }
  return {
    rpc,
    rpcSubscriptions,
    sign,
    /** A transaction with parsed instructions. */
    getParsed: (signature: Signature) =>
      rpc
        .getTransaction(signature, {
          commitment: 'confirmed',
          encoding: 'jsonParsed',
          maxSupportedTransactionVersion: 0,
        })
        .send(),
    async send(payer: KeyPairSigner, instructions: readonly Instruction[]) {
      const transaction = await sign(payer, instructions)
      assertIsTransactionWithBlockhashLifetime(transaction)
      await sendAndConfirm(transaction, { commitment: 'confirmed' })
      return getSignatureFromTransaction(transaction)
    },
  }
}
