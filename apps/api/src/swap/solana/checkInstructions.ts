import { tokenPrograms } from '../../balances/readSolanaBalances.ts'
import { convertError } from '../convertError.ts'
import type { ReadTransaction } from './readTransaction.ts'

/**
 * The instructions of the network's own programs that a swap may use, by the first byte of the data: none gives rights or tokens
 * away. What it pays is measured by the simulation.
 * @source https://docs.rs/solana-system-interface, https://docs.rs/spl-token-interface,
 *   https://docs.rs/spl-associated-token-account-interface
 */
const allowed: Readonly<Record<string, readonly number[] | 'all'>> = {
  ComputeBudget111111111111111111111111111111: 'all',
  // Transfer, CreateAccountWithSeed.
  '11111111111111111111111111111111': [2, 3],
  // Create, CreateIdempotent.
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: [0, 1],
  // InitializeAccount and its later forms, CloseAccount, SyncNative.
  ...Object.fromEntries(Object.values(tokenPrograms).map((one) => [one, [1, 9, 16, 17, 18]])),
}

/**
 * Checks the instructions of a swap: each is one of the source's own programs, or a harmless one of the network's.
 * @throws HttpError 502 `swap-refused`
 */
export function checkInstructions(
  { message: { instructions, staticAccounts } }: ReadTransaction,
  { programs }: { programs: readonly string[] },
): void {
  let own = 0
  for (const { data, programAddressIndex } of instructions) {
    // Programs are never in a lookup table.
    const program = staticAccounts[programAddressIndex] ?? ''
    if (programs.includes(program)) {
      own++
      continue
    }
    const kinds = Object.hasOwn(allowed, program) ? allowed[program] : undefined
    // Without data, the associated token program creates an account.
    const isAllowed = kinds === 'all' || kinds?.includes(data?.[0] ?? 0) === true
    if (!isAllowed) throw convertError('swap-refused', { cause: `${program} ${data?.[0]}` })
  }
  if (own === 0) throw convertError('swap-refused', { cause: 'It calls no program of its source' })
}
