import type { Rpc } from '@foyer/core'
import { FoyerError, formatUnits } from '@foyer/protocol'
import { type Address, createNoopSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { readAccounts } from '../readAccounts.ts'
import type { Plan } from './plan.ts'
import { readLeastBalance } from './readLeastBalance.ts'
import { requireKey, requireWallet } from './requireWallet.ts'

/**
 * Plans a transfer of SOL.
 *
 * @throws FoyerError `address-invalid`, `transaction-rejected`
 */
export async function planCoins({
  address,
  amount,
  rpc,
  to,
}: {
  address: string
  amount: bigint
  rpc: Rpc
  to: string
}): Promise<Plan> {
  const destination = requireKey(to)
  const [[sender = null, receiver = null], leastBalance] = await Promise.all([
    readAccounts(rpc, [address, to]),
    readLeastBalance(rpc, 0),
  ])
  requireWallet(to, receiver)
  if ((receiver?.lamports ?? 0n) + amount < leastBalance)
    throw new FoyerError('transaction-rejected', {
      details: `The receiver's account is empty: the first transfer to it must be at least ${formatUnits(leastBalance, 9)} SOL.`,
    })
  const source = createNoopSigner(address as Address)
  const instructions = [getTransferSolInstruction({ source, destination, amount })]
  return {
    instructions,
    transfers: instructions,
    balance: sender?.lamports ?? 0n,
    leaving: amount,
    purpose: 'to send',
    remedy: 'Send less, or add SOL.',
    leastBalance,
  }
}
