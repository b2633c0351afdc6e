import {
  type SolanaChain,
  type SolanaToken,
  solanaFaucetAccount,
  solanaTokens,
} from '@foyer/devnet'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { askChain } from '../../rpc/sendFrom.test.kit.ts'

const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const faucet = Keypair.fromSeed(Buffer.from(solanaFaucetAccount.seed, 'hex'))

export const tokenOf = (symbol: string): SolanaToken =>
  solanaTokens.find((token) => token.symbol === symbol)!

/** The associated token account of an owner. */
export const accountOf = (owner: PublicKey, token: SolanaToken): PublicKey =>
  PublicKey.findProgramAddressSync(
    [
      owner.toBytes(),
      new PublicKey(token.program).toBytes(),
      new PublicKey(token.address).toBytes(),
    ],
    associatedProgram,
  )[0]

/** An instruction, encoded by hand: `w` is writable, `s` signs. */
function instruction(
  program: string | PublicKey,
  data: readonly number[],
  keys: readonly (readonly [PublicKey, '' | 'w' | 's' | 'ws'])[],
): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(program),
    data: Buffer.from(data),
    keys: keys.map(([pubkey, flags]) => ({
      pubkey,
      isWritable: flags.includes('w'),
      isSigner: flags.includes('s'),
    })),
  })
}
const u64 = (amount: bigint) => [...Buffer.from(new BigUint64Array([amount]).buffer)]

/** Instructions of the token programs. @source https://github.com/solana-program/token instruction.rs */
export const instructions = {
  sendCoins: (from: Keypair, to: PublicKey, lamports: bigint) =>
    SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }),
  open: (payer: Keypair, owner: PublicKey, token: SolanaToken) =>
    instruction(
      associatedProgram,
      [1],
      [
        [payer.publicKey, 'ws'],
        [accountOf(owner, token), 'w'],
        [owner, ''],
        [new PublicKey(token.address), ''],
        [SystemProgram.programId, ''],
        [new PublicKey(token.program), ''],
      ],
    ),
  send: (from: Keypair, to: PublicKey, token: SolanaToken, amount: bigint) =>
    instruction(
      token.program,
      [12, ...u64(amount), token.decimals],
      [
        [accountOf(from.publicKey, token), 'w'],
        [new PublicKey(token.address), ''],
        [accountOf(to, token), 'w'],
        [from.publicKey, 's'],
      ],
    ),
  mint: (to: PublicKey, token: SolanaToken, amount: bigint) =>
    instruction(
      token.program,
      [7, ...u64(amount)],
      [
        [new PublicKey(token.address), 'w'],
        [accountOf(to, token), 'w'],
        [faucet.publicKey, 's'],
      ],
    ),
  burn: (from: Keypair, token: SolanaToken, amount: bigint) =>
    instruction(
      token.program,
      [8, ...u64(amount)],
      [
        [accountOf(from.publicKey, token), 'w'],
        [new PublicKey(token.address), 'w'],
        [from.publicKey, 's'],
      ],
    ),
  approve: (from: Keypair, delegate: PublicKey, token: SolanaToken, amount: bigint) =>
    instruction(
      token.program,
      [4, ...u64(amount)],
      [
        [accountOf(from.publicKey, token), 'w'],
        [delegate, ''],
        [from.publicKey, 's'],
      ],
    ),
  close: (owner: Keypair, token: SolanaToken) =>
    instruction(
      token.program,
      [9],
      [
        [accountOf(owner.publicKey, token), 'w'],
        [owner.publicKey, 'w'],
        [owner.publicKey, 's'],
      ],
    ),
  note: (text: string) =>
    instruction('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [...Buffer.from(text)], []),
}

/** Sends transactions on the local Solana, and waits until they are confirmed. */
export function createActions({ airdrop, url }: SolanaChain) {
  /** Sends without waiting. */
  async function submit(
    parts: readonly TransactionInstruction[],
    signers: readonly Keypair[],
  ): Promise<string> {
    const { value } = await askChain<{
      value: { blockhash: string; lastValidBlockHeight: number }
    }>(url, 'getLatestBlockhash', [{ commitment: 'confirmed' }])
    const transaction = new Transaction({ feePayer: signers[0]!.publicKey, ...value }).add(...parts)
    transaction.sign(...signers)
    return askChain(url, 'sendTransaction', [
      transaction.serialize().toString('base64'),
      { encoding: 'base64', skipPreflight: true },
    ])
  }
  async function confirm(
    signatures: readonly string[],
    commitment: 'confirmed' | 'finalized' = 'confirmed',
  ): Promise<void> {
    for (;;) {
      const { value } = await askChain<{ value: ({ confirmationStatus: string } | null)[] }>(
        url,
        'getSignatureStatuses',
        [signatures],
      )
      const reached = [commitment, 'finalized']
      if (value.every((one) => one && reached.includes(one.confirmationStatus))) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return {
    submit,
    confirm,
    async run(parts: readonly TransactionInstruction[], signers: readonly Keypair[]) {
      const signature = await submit(parts, signers)
      await confirm([signature])
      return signature
    },
    /** Makes an account with this many lamports. */
    async makeAccount(amount = 10_000_000_000n): Promise<Keypair> {
      const made = Keypair.generate()
      await confirm([await airdrop({ to: made.publicKey.toBase58() as never, amount })])
      return made
    },
    /** Mints tokens, and opens an account for them when there is none. */
    async mint(to: PublicKey, token: SolanaToken, amount: bigint): Promise<string> {
      const signature = await submit(
        [instructions.open(faucet, to, token), instructions.mint(to, token, amount)],
        [faucet],
      )
      await confirm([signature])
      return signature
    },
    balance: async (owner: PublicKey): Promise<bigint> =>
      BigInt(
        (
          await askChain<{ value: number }>(url, 'getBalance', [
            owner.toBase58(),
            { commitment: 'confirmed' },
          ])
        ).value,
      ),
  }
}
