import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { writeTransaction } from './sendTransaction.ts'
import { tokenAddress } from './tokenAddress.ts'

/**
 * Sends coins, or a token, from the connected account on its network. It is listed as pending in the account's
 * `transactions`; {@link waitForTransaction} reports its outcome.
 *
 * @returns The transaction id.
 * @throws FoyerError `amount-and-receiver-required`, `token-required` (an empty one was given), `not-connected`,
 *   `chain-unsupported` (the adapter has no `send`), `network-undefined`, `address-invalid` (the receiver or the
 *   token), `user-rejected`, `request-timed-out`
 * @source spec 5.9, 5.10, 5.11, 8.12
 */
export async function sendToken(foyer: Foyer, parameters: sendToken.Parameters): Promise<string> {
  const { amount, reference, signal } = parameters
  const to = typeof parameters.to === 'string' ? parameters.to.trim() : ''
  if (typeof amount !== 'bigint' || amount <= 0n || to === '')
    throw new FoyerError('amount-and-receiver-required')
  if (parameters.token?.trim() === '') throw new FoyerError('token-required')
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { namespace, send } = adapter
  const { address, chainId, provider } = connection
  if (!send) throw new FoyerError('chain-unsupported', { details: `${namespace} can not send.` })
  const network = requireNetwork(foyer, chainId)
  const token = tokenAddress(parameters.token, chainId)
  for (const one of token === undefined ? [to] : [to, token])
    if (!(await adapter.verifyAddress(one)))
      throw new FoyerError('address-invalid', { details: one })
  const hash = await walletRequest(foyer, {
    kind: 'send',
    namespace,
    signal,
    run: (ended) =>
      send({
        address,
        amount,
        network,
        provider: provider.until?.(ended) ?? provider,
        rpc: createRpc(foyer, network),
        to,
        token,
        reference,
      }),
  })
  writeTransaction(foyer, {
    forAddress: address,
    namespace,
    sent: { hash, chainId, sentAt: Date.now(), status: 'pending' },
  })
  return hash
}

export declare namespace sendToken {
  type Parameters = {
    /** In the smallest unit, above 0. */
    amount: bigint
    to: string
    /** Its address, or its CAIP-10 id as balances name it. @default the network's own coin */
    token?: string | undefined
    /** 64 hex digits, written into the transaction: it ties a payment to its request. @default none */
    reference?: string | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}
