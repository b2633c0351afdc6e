import { AccountRole, type Address, getU64Encoder, type Instruction } from '@solana/kit'
import { tokenProgram } from '../programs.ts'
import { poolProgramAddress, type SolanaPool } from './solanaPools.ts'

/** Builds a swap in a pool: pays `amount` from `source`, and gets `least` or more at `target`. */
export function swapInstruction({
  amount,
  isForward,
  least,
  pool,
  source,
  target,
  user,
}: {
  amount: bigint
  /** Pays the first of the pool's tokens. */
  isForward: boolean
  least: bigint
  pool: SolanaPool
  source: Address
  target: Address
  user: Address
}): Instruction {
  const [receiving, paying] = isForward ? pool.vaults : [pool.vaults[1], pool.vaults[0]]
  const writable = AccountRole.WRITABLE
  return {
    programAddress: poolProgramAddress,
    accounts: [
      { address: user, role: AccountRole.READONLY_SIGNER },
      { address: pool.address, role: AccountRole.READONLY },
      { address: source, role: writable },
      { address: target, role: writable },
      { address: receiving, role: writable },
      { address: paying, role: writable },
      { address: tokenProgram, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([1, ...getU64Encoder().encode(amount), ...getU64Encoder().encode(least)]),
  }
}
