import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignAndSendTransactionOutput,
  SolanaSignTransactionInput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features'
import * as v from 'valibot'
import { sendOptions } from '../../messages.ts'
import { readTransaction } from '../../readTransaction.ts'
import { invalidParams, rpcError } from '../rpcError.ts'
import { accountAndNetwork, bytesOf, type StandardContext } from './standardContext.ts'

/** Rejects transactions that the account can not sign, before showing them. */
function transactionsOf(
  inputs: readonly { transaction: Uint8Array; options?: unknown }[],
  address: string,
) {
  return inputs.map(({ transaction, options }) => {
    if (!(transaction instanceof Uint8Array)) {
      throw invalidParams('Expected the transaction as bytes.')
    }
    const parsed = v.safeParse(v.optional(sendOptions, {}), options)
    if (!parsed.success) throw invalidParams(`Invalid options: ${parsed.issues[0].message}`)
    const bytes = transaction.slice()
    if (!readTransaction(bytes).signers.includes(address)) {
      throw invalidParams('The transaction does not need this account’s signature.')
    }
    return { bytes, options: parsed.output }
  })
}

/** Signs transactions; the caller sends them. */
export async function solana_signTransaction(
  context: StandardContext,
  inputs: readonly SolanaSignTransactionInput[],
): Promise<SolanaSignTransactionOutput[]> {
  const { account, network } = accountAndNetwork(context, inputs)
  const answer = await context.askUser({
    method: 'solana:signTransaction',
    network,
    account,
    transactions: transactionsOf(inputs, context.config.solana.accounts[account]!.address),
  })
  return bytesOf(answer, inputs.length).map((signedTransaction) => ({ signedTransaction }))
}

/**
 * Signs and sends transactions, one after the other.
 *
 * @throws 4901 for a network without an RPC URL.
 */
export async function solana_signAndSendTransaction(
  context: StandardContext,
  inputs: readonly SolanaSignAndSendTransactionInput[],
): Promise<SolanaSignAndSendTransactionOutput[]> {
  if (inputs.some(({ chain }) => chain === undefined)) {
    throw invalidParams('Expected the chain to send to.')
  }
  const { account, network } = accountAndNetwork(context, inputs)
  if (network.rpcUrl === undefined) {
    throw rpcError(4901, `The wallet has no RPC URL for ${network.id}.`)
  }
  const answer = await context.askUser({
    method: 'solana:signAndSendTransaction',
    network,
    account,
    transactions: transactionsOf(inputs, context.config.solana.accounts[account]!.address),
  })
  return bytesOf(answer, inputs.length).map((signature) => ({ signature }))
}
