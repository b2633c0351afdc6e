import type { Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { type Address, createNoopSigner, type Instruction } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { isAddress } from '../isAddress.ts'
import { readAccounts } from '../readAccounts.ts'
import { chooseSources } from './chooseSources.ts'
import type { Plan } from './plan.ts'
import { readLeastBalance } from './readLeastBalance.ts'
import { type Mint, readMint } from './readMint.ts'
import { readTokenAccount } from './readTokenAccount.ts'
import { requireKey, requireWallet } from './requireWallet.ts'

/**
 * Plans a token transfer to the receiver's associated account, which the same transaction creates if it is missing.
 *
 * @throws FoyerError `address-invalid`, `transaction-rejected`
 * @source https://www.solana-program.com/docs/associated-token-account
 */
export async function planTokens({
  address,
  amount,
  rpc,
  to,
  token,
}: planTokens.Parameters): Promise<Plan> {
  const receiver = requireKey(to)
  if (!isAddress(token)) throw new FoyerError('address-invalid', { details: token })
  const [[sender = null, wallet = null, mintAccount = null], leastBalance] = await Promise.all([
    readAccounts(rpc, [address, to, token]),
    readLeastBalance(rpc, 0),
  ])
  requireWallet(to, wallet)
  const mint = readMint(token, mintAccount)
  const associated = (owner: string) =>
    findAssociatedTokenPda({
      owner: owner as Address,
      mint: token as Address,
      tokenProgram: mint.program as Address,
    })
  const [[own], [destination]] = await Promise.all([associated(address), associated(to)])
  const [sources, isThere] = await Promise.all([
    chooseSources({ address, amount, mint, own, rpc, token }),
    checkDestination({ destination, mint, rpc, to, token }),
  ])

  const payer = createNoopSigner(address as Address)
  const transfers: readonly Instruction[] = sources.map(({ amount, source }) =>
    getTransferCheckedInstruction(
      {
        source: source as Address,
        mint: token as Address,
        destination,
        authority: payer,
        amount,
        decimals: mint.decimals,
      },
      { programAddress: mint.program as Address },
    ),
  )
  const opening = getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: destination,
    owner: receiver,
    mint: token as Address,
    tokenProgram: mint.program as Address,
  })
  return {
    instructions: isThere ? transfers : [opening, ...transfers],
    transfers,
    balance: sender?.lamports ?? 0n,
    leaving: isThere ? 0n : await readLeastBalance(rpc, mint.accountSize),
    purpose: "to open the receiver's account for the token",
    remedy: 'Add SOL first.',
    leastBalance,
  }
}

export declare namespace planTokens {
  type Parameters = { address: string; amount: bigint; rpc: Rpc; to: string; token: string }
}

/** @returns True if the receiver's account exists. */
async function checkDestination({
  destination,
  mint,
  rpc,
  to,
  token,
}: {
  destination: string
  mint: Mint
  rpc: Rpc
  to: string
  token: string
}): Promise<boolean> {
  const [found = null] = await readAccounts(rpc, [destination])
  // The address may have coins before the account exists.
  if (!found || found.owner !== mint.program) {
    if (!mint.startsFrozen) return false
    throw refused('new accounts of this token are frozen until its issuer allows them')
  }
  const account = readTokenAccount(found)
  // The owner of an older account may have changed.
  if (account?.owner !== to || account.mint !== token)
    throw refused(`its account ${destination} belongs to somebody else`)
  if (account.isFrozen) throw refused('its account for this token is frozen by the issuer')
  if (account.needsMemo)
    throw refused('it only takes transfers with a memo, which is not supported here')
  return true
}

function refused(reason: string): FoyerError {
  return new FoyerError('transaction-rejected', {
    details: `The receiver can not take the token: ${reason}.`,
  })
}
