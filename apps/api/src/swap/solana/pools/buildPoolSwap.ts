import { randomBytes } from 'node:crypto'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createAddressWithSeed,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getU64Encoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getCreateAccountWithSeedInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  TOKEN_PROGRAM_ADDRESS as tokenProgram,
} from '@solana-program/token'
import * as v from 'valibot'
import type { SolanaChain } from '../../../chains/chainConfig.ts'
import type { ChainRpc } from '../../../rpc/chainRpc.ts'
import { parseResult } from '../../../rpc/parseResult.ts'
import type { BuildRequest, ProposedTransaction } from '../../swapSource.ts'
import { mintOf, wrappedMint } from '../solanaAsset.ts'
import { tokenAccountLamports } from '../tokenAccount.ts'
import type { Pool } from './readPools.ts'

const tokenAccountBytes = 165
const lifetime = v.object({
  value: v.object({
    blockhash: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
    lastValidBlockHeight: v.pipe(v.number(), v.safeInteger()),
  }),
})

/** Returns the address of an account's tokens of a mint of the Token program. */
export async function placeOfTokens(mint: string, owner: string): Promise<Address> {
  const [place] = await findAssociatedTokenPda({
    ...{ mint: mint as Address, owner: owner as Address, tokenProgram },
  })
  return place
}

/**
 * Builds the transaction of a swap in a pool. Coins are wrapped in an account that exists in this transaction only, so
 * that coins which the user has wrapped are not touched.
 *
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function buildPoolSwap(
  rpc: ChainRpc,
  chain: SolanaChain,
  {
    amount,
    from,
    isForward,
    minToAmount,
    pool,
    program,
    to,
    user: owner,
  }: buildPoolSwap.Parameters,
): Promise<ProposedTransaction> {
  const user = createNoopSigner(owner as Address)
  const [answer] = await rpc.send(chain, [
    { method: 'getLatestBlockhash', params: '[{"commitment":"confirmed"}]' },
  ])
  const { blockhash: latest, lastValidBlockHeight } = parseResult(chain, answer, lifetime).value
  const seed = randomBytes(16).toString('hex')
  const wrapped = await createAddressWithSeed({
    ...{ baseAddress: user.address, programAddress: tokenProgram, seed },
  })
  const source = from.isNative ? wrapped : await placeOfTokens(mintOf(from), owner)
  const target = to.isNative ? wrapped : await placeOfTokens(mintOf(to), owner)
  const [receiving, paying] = isForward ? pool.vaults : [pool.vaults[1], pool.vaults[0]]
  const before: Instruction[] = [
    ...(from.isNative || to.isNative
      ? [
          getCreateAccountWithSeedInstruction({
            ...{ payer: user, newAccount: wrapped, base: user.address, seed },
            amount: tokenAccountLamports + (from.isNative ? amount : 0n),
            ...{ space: tokenAccountBytes, programAddress: tokenProgram },
          }),
          getInitializeAccount3Instruction({
            ...{ account: wrapped, mint: wrappedMint as Address, owner: user.address },
          }),
        ]
      : []),
    ...(to.isNative
      ? []
      : [
          getCreateAssociatedTokenIdempotentInstruction({
            ...{ payer: user, ata: target, mint: mintOf(to) as Address, owner: user.address },
            tokenProgram,
          }),
        ]),
  ]
  const swap: Instruction = {
    programAddress: program,
    accounts: [
      { address: user.address, role: AccountRole.READONLY_SIGNER },
      { address: pool.address as Address, role: AccountRole.READONLY },
      ...[source, target, receiving, paying].map((address) => ({
        ...{ address: address as Address, role: AccountRole.WRITABLE },
      })),
      { address: tokenProgram, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([
      ...[1, ...getU64Encoder().encode(amount), ...getU64Encoder().encode(minToAmount)],
    ]),
  }
  const close = getCloseAccountInstruction({
    ...{ account: wrapped, destination: user.address, owner: user },
  })
  const transaction = pipe(
    // The oldest form, which every wallet can sign.
    createTransactionMessage({ version: 'legacy' }),
    (message) => setTransactionMessageFeePayer(user.address, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(latest), lastValidBlockHeight: BigInt(lastValidBlockHeight) },
        message,
      ),
    (message) =>
      appendTransactionMessageInstructions(
        [...before, swap, ...(from.isNative || to.isNative ? [close] : [])],
        message,
      ),
    compileTransaction,
  )
  return { kind: 'serialized', transaction: getBase64EncodedWireTransaction(transaction) }
}

export declare namespace buildPoolSwap {
  type Parameters = BuildRequest & {
    /** The swap pays the first of the pool's tokens. */
    isForward: boolean
    pool: Pool
    program: Address
  }
}
