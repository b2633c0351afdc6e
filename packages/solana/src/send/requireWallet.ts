import { FoyerError } from '@foyer/protocol'
import { type Address, isOffCurveAddress } from '@solana/kit'
import { isAddress } from '../isAddress.ts'
import { systemProgram, tokenPrograms } from '../programs.ts'
import type { ChainAccount } from '../readAccounts.ts'

/**
 * Checks that an address is on the curve: only then it has a private key that can spend the funds.
 *
 * @throws FoyerError `address-invalid`
 */
export function requireKey(to: string): Address {
  if (!isAddress(to)) throw new FoyerError('address-invalid', { details: to })
  if (isOffCurveAddress(to as Address))
    throw new FoyerError('address-invalid', {
      details: `${to} is the account of a program (a token account or a vault), for which no key exists. Send to the address of a wallet.`,
    })
  return to as Address
}

/**
 * Checks that an address is a wallet: its account has no data and belongs to the system program.
 *
 * @param account - The account of the address; null if it does not exist yet.
 * @throws FoyerError `address-invalid`
 */
export function requireWallet(to: string, account: ChainAccount | null): void {
  if (!account) return
  if (tokenPrograms.includes(account.owner))
    throw new FoyerError('address-invalid', {
      details: `${to} is a token or the token account of a wallet. Send to the address of the wallet.`,
    })
  if (account.owner !== systemProgram || account.executable || account.bytes.length > 0)
    throw new FoyerError('address-invalid', {
      details: `${to} is no wallet: it belongs to the program ${account.owner}. Send to the address of a wallet.`,
    })
}
