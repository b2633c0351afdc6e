import type { Rpc, TransferFee } from '@foyer/core'
import { planTransfer } from '../send/planTransfer.ts'
import { prepare } from '../send/prepare.ts'
import { readLeastBalance } from '../send/readLeastBalance.ts'
import { signatureFee } from '../send/requireCoins.ts'

/**
 * Estimates the cost of a transfer, with the account that it opens for the receiver of a token. The reserve has room for
 * the highest priority fee, and leaves what an account must keep.
 *
 * @param parameters.to - Without a receiver or an amount only the usual fee is known.
 * @returns Lamports.
 * @throws FoyerError `address-invalid`, `transaction-rejected`, `rpc-failed`, and the errors of `rpc`
 */
export async function estimateFee({
  address,
  amount,
  maxPriorityFee,
  reference,
  rpc,
  to,
  token,
}: {
  address: string
  amount: bigint
  maxPriorityFee: bigint
  reference?: string | undefined
  rpc: Rpc
  to?: string | undefined
  token?: string | undefined
}): Promise<TransferFee> {
  const most = signatureFee + maxPriorityFee
  if (to === undefined || amount === 0n)
    return { fee: signatureFee, reserve: most + (await readLeastBalance(rpc, 0)) }
  const plan = await planTransfer({ address, amount, reference, rpc, to, token })
  const { fee } = await prepare({ address, maxPriorityFee, plan, rpc })
  const opening = token === undefined ? 0n : plan.leaving
  return { fee: fee + opening, reserve: most + opening + plan.leastBalance }
}
