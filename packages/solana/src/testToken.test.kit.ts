import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'vitest'
import { person } from './nodeWallet.test.kit.ts'
import { token2022Program, tokenProgram } from './programs.ts'

const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** The reference library's key pair of a devnet account. */
export function keypairOf(name: string): Keypair {
  return Keypair.fromSeed(Buffer.from(person(name).seed, 'hex'))
}

/** The associated account, derived by the reference library. */
export function associatedAccount(owner: string, mint: string, program: string): string {
  const seeds = [owner, program, mint].map((one) => new PublicKey(one).toBytes())
  return PublicKey.findProgramAddressSync(seeds, associatedProgram)[0].toBase58()
}

/**
 * Sends instructions, and waits by polling until they are confirmed: a connection that subscribes would look for its node for
 * ever once that has stopped.
 *
 * @returns the transaction's signature
 */
export async function run(
  node: Connection,
  instructions: readonly TransactionInstruction[],
  signers: readonly Keypair[],
): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await node.getLatestBlockhash()
  const [payer] = signers
  const transaction = new Transaction({
    feePayer: payer?.publicKey ?? null,
    blockhash,
    lastValidBlockHeight,
  }).add(...instructions)
  transaction.sign(...signers)
  const signature = await node.sendRawTransaction(transaction.serialize())
  await expect
    .poll(async () => (await node.getSignatureStatus(signature)).value)
    .toMatchObject({ confirmationStatus: expect.stringMatching(/confirmed|finalized/), err: null })
  return signature
}

/** An instruction, encoded by hand: `w` is writable, `s` signs. */
export function instruction(
  program: string,
  data: readonly number[],
  keys: readonly (readonly [PublicKey | string, '' | 'w' | 's' | 'ws'])[],
): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(program),
    data: Buffer.from(data),
    keys: keys.map(([key, flags]) => ({
      pubkey: new PublicKey(key),
      isWritable: flags.includes('w'),
      isSigner: flags.includes('s'),
    })),
  })
}

/** An extension of a Token-2022 mint: its size, and its initializing instruction. */
export type Extension = { size: number; init: (authority: PublicKey) => readonly number[] }

const u64 = (amount: bigint) => [...Buffer.from(new BigUint64Array([amount]).buffer)]
const bytesOf = (key: PublicKey) => [...key.toBytes()]

/** Extensions by the numbers of their instructions. @source https://github.com/solana-program/token-2022 instruction.rs */
export const extensions = {
  transferHook: {
    size: 64,
    init: (authority) => [36, 0, ...bytesOf(authority), ...bytesOf(authority)],
  },
  noTransferHook: {
    size: 64,
    init: (authority) => [36, 0, ...bytesOf(authority), ...Array<number>(32).fill(0)],
  },
  frozenAtFirst: { size: 1, init: () => [28, 0, 2] },
  nonTransferable: { size: 0, init: () => [32] },
} as const satisfies Record<string, Extension>

/**
 * Creates a token that alice can mint and freeze.
 *
 * @param options.extension - Makes it one of Token-2022.
 * @returns The mint.
 */
export async function makeToken(
  node: Connection,
  { decimals = 2, extension }: { decimals?: number; extension?: Extension } = {},
): Promise<string> {
  const alice = keypairOf('alice')
  const mint = Keypair.generate()
  const program = extension ? token2022Program : tokenProgram
  const space = extension ? 165 + 1 + 4 + extension.size : 82
  await run(
    node,
    [
      SystemProgram.createAccount({
        fromPubkey: alice.publicKey,
        newAccountPubkey: mint.publicKey,
        space,
        lamports: await node.getMinimumBalanceForRentExemption(space),
        programId: new PublicKey(program),
      }),
      ...(extension
        ? [instruction(program, extension.init(alice.publicKey), [[mint.publicKey, 'w']])]
        : []),
      // InitializeMint2, with a freeze authority.
      instruction(
        program,
        [20, decimals, ...bytesOf(alice.publicKey), 1, ...bytesOf(alice.publicKey)],
        [[mint.publicKey, 'w']],
      ),
    ],
    [alice, mint],
  )
  return mint.publicKey.toBase58()
}

/** Creates an associated account. */
export async function openAccount(
  node: Connection,
  { mint, owner, program }: { mint: string; owner: string; program: string },
): Promise<string> {
  const account = associatedAccount(owner, mint, program)
  const payer = keypairOf('alice')
  const keys = [
    [payer.publicKey, 'ws'],
    [account, 'w'],
    [owner, ''],
    [mint, ''],
    [SystemProgram.programId, ''],
    [program, ''],
  ] as const
  await run(node, [instruction(associatedProgram.toBase58(), [1], keys)], [payer])
  return account
}

/** Mints units of a token of {@link makeToken}. */
export async function mintTo(
  node: Connection,
  {
    account,
    amount,
    mint,
    program,
  }: { account: string; amount: bigint; mint: string; program: string },
): Promise<void> {
  const alice = keypairOf('alice')
  const keys = [
    [mint, 'w'],
    [account, 'w'],
    [alice.publicKey, 's'],
  ] as const
  await run(node, [instruction(program, [7, ...u64(amount)], keys)], [alice])
}
