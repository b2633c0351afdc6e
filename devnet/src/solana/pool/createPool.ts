import {
  createNoopSigner,
  getAddressEncoder,
  getU64Encoder,
  getUtf8Encoder,
  type Instruction,
  lamports,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  getSyncNativeInstruction,
} from '@solana-program/token'
import type { LiteSVM } from 'litesvm'
import { tokenProgram } from '../programs.ts'
import { solanaFaucetAccount } from '../solanaAccounts.ts'
import { poolProgramText } from './poolProgram.ts'
import { poolProgramAddress, type SolanaPool, wrappedSol } from './solanaPools.ts'

const payer = createNoopSigner(solanaFaucetAccount.address)

/** Deploys the program of the pools. */
export function addPoolProgram(svm: LiteSVM): void {
  svm.addProgram(poolProgramAddress, Buffer.from(poolProgramText.replaceAll('\n', ''), 'base64'))
}

/** Writes a pool's account: the form that `pool.c` describes. */
export function writePool(
  svm: LiteSVM,
  { address, bump, feeBps, mints, vaults }: SolanaPool,
): void {
  const key = getAddressEncoder()
  const data = new Uint8Array(152)
  data.set(getUtf8Encoder().encode('FOYRPOOL'))
  for (const [index, one] of [...mints, ...vaults].entries())
    data.set(key.encode(one), 8 + 32 * index)
  data.set(getU64Encoder().encode(feeBps), 136)
  data[144] = bump
  svm.setAccount({
    ...{ address, programAddress: poolProgramAddress, data, executable: false },
    lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
    space: BigInt(data.length),
  })
}

/** Opens the token accounts of a pool, and fills them. */
export function fillPool({ address: owner, mints, reserves, vaults }: SolanaPool): Instruction[] {
  return mints.flatMap((mint, index) => {
    const [token, amount] = [vaults[index]!, reserves[index]!]
    return [
      getCreateAssociatedTokenIdempotentInstruction({
        payer,
        ata: token,
        mint,
        owner,
        tokenProgram,
      }),
      ...(mint === wrappedSol
        ? [
            getTransferSolInstruction({ source: payer, destination: token, amount }),
            getSyncNativeInstruction({ account: token }),
          ]
        : [getMintToInstruction({ mint, token, mintAuthority: payer, amount })]),
    ]
  })
}
