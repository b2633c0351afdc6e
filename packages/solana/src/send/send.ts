import type { Network, Provider, Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { sendTransaction } from '../sendTransaction.ts'
import { planTransfer } from './planTransfer.ts'
import { prepare } from './prepare.ts'

const amountLimit = 2n ** 64n - 1n

/**
 * Sends SOL, or the token whose mint is `token`, of the Token or Token-2022 program. Simulates and checks the transfer
 * before it asks the wallet.
 *
 * @param parameters.amount - Lamports, or the smallest unit of the token; above 0.
 * @param parameters.maxPriorityFee - Maximum priority fee, lamports.
 * @returns The transaction id: base58 of 64 bytes.
 * @throws FoyerError `params-invalid`, `address-invalid`, `transaction-rejected`, `user-rejected` …
 * @source spec 5.11
 */
export async function send({
  address,
  amount,
  maxPriorityFee,
  network,
  provider,
  reference,
  rpc,
  to,
  token,
}: {
  address: string
  amount: bigint
  maxPriorityFee: bigint
  network: Network
  provider: Provider
  /** 64 hex digits that tie a payment to its request. @default none */
  reference?: string | undefined
  rpc: Rpc
  to: string
  token?: string | undefined
}): Promise<string> {
  if (amount <= 0n || amount > amountLimit)
    throw new FoyerError('params-invalid', {
      details: `The amount must be between 1 and ${amountLimit}, not ${amount}.`,
    })
  const plan = await planTransfer({ address, amount, reference, rpc, to, token })
  const { bytes: transaction } = await prepare({ address, maxPriorityFee, plan, rpc })
  return sendTransaction({
    address,
    network,
    provider,
    rpc,
    transaction: { transaction, options: { preflightCommitment: 'confirmed' } },
  })
}
