import { createHash } from 'node:crypto'
import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { solanaDevnet } from './cluster.ts'
import { closeMint, tokenOfNft, writeMetaplex } from './createNft.ts'
import { toJson } from './json.ts'
import { addPoolProgram, fillPool, writePool } from './pool/createPool.ts'
import { poolProgramText } from './pool/poolProgram.ts'
import { solanaPools } from './pool/solanaPools.ts'
import { systemProgram } from './programs.ts'
import { solanaAccounts, solanaFaucetAccount } from './solanaAccounts.ts'
import { solanaNfts } from './solanaNfts.ts'
import { type SolanaToken, solanaTokens } from './solanaTokens.ts'
import {
  extensionSizes,
  initializeMetadata,
  initializeMetadataPointer,
  initializeNonTransferable,
  initializeTransferFee,
} from './token2022Instructions.ts'

/** Version of the saved state. */
const formatVersion = 1
const startLamports = 1_000_000_000_000n
const faucetLamports = 500_000_000n * 1_000_000_000n
const holders = solanaAccounts.slice(0, 5)
const authority = solanaFaucetAccount.address

/**
 * Fills a new virtual machine with the initial accounts, coins and tokens.
 *
 * @throws Error with the program's own log if an instruction fails.
 */
export async function createGenesis(): Promise<LiteSVM> {
  // Initial transactions need no signature.
  const svm = new LiteSVM()
    .withBlockhashCheck(false)
    .withTransactionHistory(0n)
    .withSigverify(false)
    .withNativeMints()
  const fund = (owner: Address, amount: bigint) =>
    svm.setAccount({
      address: owner,
      lamports: lamports(amount),
      programAddress: systemProgram,
      executable: false,
      space: 0n,
      data: new Uint8Array(),
    })
  fund(authority, faucetLamports)
  for (const account of solanaAccounts) fund(account.address, startLamports)
  for (const token of solanaTokens) {
    run(svm, createMint(svm, token))
    for (const holder of holders) run(svm, await giveTokens(token, holder.address))
  }
  for (const nft of solanaNfts) {
    const token = tokenOfNft(nft)
    const holder = nft.holder === undefined ? authority : solanaAccounts[nft.holder]!.address
    run(svm, createMint(svm, token))
    run(svm, [...(await giveTokens(token, holder)), closeMint(token)])
    if (nft.metadata === 'metaplex') await writeMetaplex(svm, nft)
  }
  addPoolProgram(svm)
  for (const pool of solanaPools) {
    writePool(svm, pool)
    run(svm, fillPool(pool))
  }
  return svm.withSigverify(true)
}

function createMint(svm: LiteSVM, token: SolanaToken): Instruction[] {
  const {
    address: mint,
    decimals,
    isNonTransferable,
    metadataUri,
    name,
    program,
    symbol,
    transferFee,
  } = token
  const extensions = [
    ...(transferFee ? ['transferFeeConfig' as const] : []),
    ...(isNonTransferable ? ['nonTransferable' as const] : []),
    ...(metadataUri ? ['metadataPointer' as const] : []),
  ]
  // A mint with extensions has the length of an account, then its kind, then a header of four bytes per extension.
  const space = extensions.reduce(
    (sum, one) => sum + 4 + extensionSizes[one],
    extensions.length ? 166 : 82,
  )
  // The metadata make it longer later without paying more rent.
  const rent = svm.minimumBalanceForRentExemption(BigInt(space + (metadataUri ? 400 : 0)))
  return [
    getCreateAccountInstruction({
      payer: createNoopSigner(authority),
      newAccount: createNoopSigner(mint),
      lamports: rent,
      space,
      programAddress: program,
    }),
    ...(transferFee ? [initializeTransferFee(mint, { authority, ...transferFee })] : []),
    ...(isNonTransferable ? [initializeNonTransferable(mint)] : []),
    ...(metadataUri ? [initializeMetadataPointer(mint, authority)] : []),
    getInitializeMint2Instruction(
      { mint, decimals, mintAuthority: authority },
      { programAddress: program },
    ),
    ...(metadataUri
      ? [initializeMetadata(mint, { authority, name, symbol, uri: metadataUri })]
      : []),
  ]
}

async function giveTokens(token: SolanaToken, owner: Address): Promise<Instruction[]> {
  const { address: mint, program: tokenProgram, startBalance: amount } = token
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram })
  const signer = createNoopSigner(authority)
  return [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: account,
      mint,
      owner,
      tokenProgram,
    }),
    getMintToInstruction(
      { mint, token: account, mintAuthority: signer, amount },
      { programAddress: tokenProgram },
    ),
  ]
}

function run(svm: LiteSVM, instructions: readonly Instruction[]): void {
  const transaction = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(authority, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(solanaDevnet.genesisHash), lastValidBlockHeight: 0n },
        message,
      ),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  )
  const result = svm.sendTransaction(transaction)
  if (result instanceof FailedTransactionMetadata)
    throw new Error(
      `Solana's genesis failed: ${result.toString()}\n${result.meta().logs().join('\n')}`,
    )
}

/** Changes with the initial state, because an old history would not fit a new one. */
export const genesisKey = (): string =>
  createHash('sha256')
    .update(
      toJson([
        formatVersion,
        solanaAccounts,
        solanaTokens,
        solanaNfts,
        solanaPools,
        poolProgramText,
      ]),
    )
    .digest('hex')
    .slice(0, 12)
