import { setTimeout as wait } from 'node:timers/promises'
import {
  type Address,
  createSolanaRpc,
  getBase64Decoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Signature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { tokenProgram } from './programs.ts'
import { signAsFaucet } from './signAsFaucet.ts'
import { solanaTokens } from './solanaTokens.ts'

/** Sends coins on the local Solana. */
export type SolanaFaucet = {
  /**
   * Sends SOL from the faucet's account.
   *
   * @param amount In lamports.
   * @returns The transaction's signature, confirmed.
   */
  giveSol: (options: { to: Address; amount: bigint }) => Promise<Signature>
  /**
   * Mints a devnet token into the receiver's associated account, which it creates if it does not exist.
   *
   * @param token The mint, one of `solanaTokens`.
   * @param amount In the token's smallest unit.
   * @returns The transaction's signature, confirmed.
   */
  giveToken: (options: { to: Address; token: Address; amount: bigint }) => Promise<Signature>
  /**
   * Sends an NFT that the faucet has, once: one of `solanaNfts` without a holder.
   *
   * @param nft The mint.
   * @returns The transaction's signature, confirmed.
   */
  giveNft: (options: { to: Address; nft: Address }) => Promise<Signature>
}

const pollMs = 40
const limitMs = 20_000

/** Creates the faucet of a running chain; concurrent requests do not wait for each other. */
export function createSolanaFaucet({ url }: { url: string }): SolanaFaucet {
  const rpc = createSolanaRpc(url)
  const give = async (
    instructions: (
      faucet: KeyPairSigner,
    ) => readonly Instruction[] | Promise<readonly Instruction[]>,
  ) => {
    const { value } = await rpc.getLatestBlockhash().send()
    const wire = await signAsFaucet(value.blockhash, instructions)
    const text = getBase64Decoder().decode(wire) as Parameters<typeof rpc.sendTransaction>[0]
    const signature = await rpc.sendTransaction(text, { encoding: 'base64' }).send()
    const endsAt = performance.now() + limitMs
    for (;;) {
      const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
      if (status?.err) throw new Error(`The faucet's transaction ${signature} failed`)
      if (status && status.confirmationStatus !== 'processed') return signature
      if (performance.now() > endsAt)
        throw new Error(`The faucet's transaction ${signature} was not confirmed in ${limitMs} ms`)
      await wait(pollMs)
    }
  }
  return {
    giveSol: ({ amount, to }) =>
      give((source) => [
        getTransferSolInstruction({ source, destination: to, amount: lamports(amount) }),
      ]),
    giveToken: ({ amount, to, token: mint }) =>
      give(async (payer) => {
        const token = solanaTokens.find(({ address }) => address === mint)
        if (!token) throw new Error(`The faucet has no token ${mint}, only those of solanaTokens`)
        const create = await getCreateAssociatedTokenIdempotentInstructionAsync({
          payer,
          owner: to,
          mint,
          tokenProgram: token.program,
        })
        return [
          create,
          getMintToInstruction(
            { mint, token: create.accounts[1].address, mintAuthority: payer, amount },
            { programAddress: token.program },
          ),
        ]
      }),
    giveNft: ({ nft: mint, to }) =>
      give(async (authority) => {
        const owned = { mint, tokenProgram }
        const [source] = await findAssociatedTokenPda({ ...owned, owner: authority.address })
        const create = await getCreateAssociatedTokenIdempotentInstructionAsync({
          ...{ ...owned, payer: authority, owner: to },
        })
        const destination = create.accounts[1].address
        return [
          create,
          getTransferCheckedInstruction({
            ...{ amount: 1, authority, decimals: 0, destination, mint, source },
          }),
        ]
      }),
  }
}
