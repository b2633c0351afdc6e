import {
  type PaymentOrder,
  readNetworkName,
  type Settlement,
  type SignedTransfer,
} from '@foyer/protocol/x402'
import { isAddressEqual } from 'viem'
import { byAuthorization } from './byAuthorization.ts'
import { byPermit2 } from './byPermit2.ts'
import type { Transfer } from './transfer.ts'

/** A payment and its terms, whichever version of the protocol they came in. */
export type Order = {
  readonly chainId: `eip155:${number}` | undefined
  /** As the caller names it: answers repeat it. */
  readonly network: string
  readonly asset: `0x${string}`
  readonly payTo: `0x${string}`
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** The payer's signed fields. */
  readonly transfer: Transfer
  /** The payer repeated these terms (version 2). */
  readonly isForTerms: boolean
}

/** Reads what both versions have in common. */
export function readOrder(order: PaymentOrder): Order {
  const { paymentRequirements: terms, paymentPayload: paid } = order
  const { asset, extra, network, payTo } = terms
  const signed: SignedTransfer = paid.payload
  const isPermit2 = 'permit2Authorization' in signed
  const common = {
    ...{ asset, payTo, network, chainId: readNetworkName(network) },
    transfer: isPermit2 ? byPermit2(signed) : byAuthorization(signed, { asset, ...extra }),
  }
  const isOfMethod = (extra.assetTransferMethod === 'permit2') === isPermit2
  if (order.x402Version === 1) {
    const { paymentPayload, paymentRequirements } = order
    const isForTerms = isOfMethod && paymentPayload.network === network
    return { ...common, amount: BigInt(paymentRequirements.maxAmountRequired), isForTerms }
  }
  const { accepted } = order.paymentPayload
  const { amount } = order.paymentRequirements
  const isForTerms =
    isOfMethod &&
    accepted.network === network &&
    accepted.amount === amount &&
    isAddressEqual(accepted.asset, asset) &&
    isAddressEqual(accepted.payTo, payTo)
  return { ...common, amount: BigInt(amount), isForTerms }
}

/** The answer about a payment that was not made. */
export const failedSettlement = (
  { network, transfer }: Order,
  errorReason: string,
  transaction = '',
): Settlement => ({ success: false, errorReason, payer: transfer.from, transaction, network })
