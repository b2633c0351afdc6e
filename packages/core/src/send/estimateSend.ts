import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { getNativeBalance } from '../balance/getNativeBalance.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { tokenAddress } from './tokenAddress.ts'
import type { TransferFee } from './transfers.ts'

/** The fee of a transfer, and the highest amount that can be sent. */
export type SendEstimate = TransferFee & {
  /** The most of the token that can be sent, in its smallest unit: of the native coin without `reserve`. */
  readonly max: bigint
  /** The account has less of the native coin than the fee. */
  readonly lacksFee: boolean
}

/**
 * Estimates a transfer before the wallet is asked.
 *
 * @param parameters.balance - Of the token, in its smallest unit; read from the chain for the native coin.
 * @throws FoyerError `not-connected`, `chain-unsupported`, `network-undefined`, `transaction-rejected` (it would fail;
 *   `details` is a sentence), `rpc-failed`, `request-timed-out`
 */
export async function estimateSend(
  foyer: Foyer,
  parameters: estimateSend.Parameters,
): Promise<SendEstimate> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  if (!adapter.transfers)
    throw new FoyerError('chain-unsupported', { details: `${adapter.namespace} can not send.` })
  const { address, chainId } = connection
  const network = requireNetwork(foyer, chainId)
  const token = tokenAddress(parameters.token, chainId)
  const [{ estimateFee }, coins] = await Promise.all([
    adapter.transfers(),
    getNativeBalance(foyer, { address, chainId }),
  ])
  const { amount, to } = parameters
  const rpc = createRpc(foyer, network)
  const { fee, reserve } = await estimateFee({ address, amount, network, rpc, to, token })
  const left = coins > reserve ? coins - reserve : 0n
  return {
    fee,
    reserve,
    max: token === undefined ? left : (parameters.balance ?? 0n),
    lacksFee: coins < fee,
  }
}

export declare namespace estimateSend {
  type Parameters = {
    /** In the smallest unit; 0 to estimate the fee alone. */
    amount: bigint
    balance?: bigint | undefined
    /** @default the account itself */
    to?: string | undefined
    /** Its address, or its CAIP-10 id as balances name it. @default the network's own coin */
    token?: string | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
  }
}
