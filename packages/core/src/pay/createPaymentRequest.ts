import { type ChainId, FoyerError } from '@foyer/protocol'
import {
  noteLength,
  type PaymentRequest,
  paymentRequest,
  toPaymentFields,
} from '@foyer/protocol/payment'
import * as v from 'valibot'
import { readAccount } from '../account/readAccount.ts'
import type { Foyer } from '../foyer.ts'
import { readActiveChainId } from '../network/readNetwork.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { tokenAddress } from '../send/tokenAddress.ts'
import { readPayments } from './readPayments.ts'

/** Time to pay, ms. */
const defaultValidMs = 15 * 60_000

/**
 * Creates a request for one payment, in a page or on a server. Keep it where you keep the order: it is what
 * {@link verifyPayment} compares the payment with.
 *
 * @throws FoyerError `not-connected` (without `to`), `network-undefined`, `adapter-not-found`, `chain-unsupported` (no
 *   payments there), `address-invalid` (receiver or token), `params-invalid` (amount, time or note)
 * @example
 *   const request = await createPaymentRequest(foyer, { amount: 12_500_000n, token, to: shop, chainId: 'eip155:1' })
 */
export async function createPaymentRequest(
  foyer: Foyer,
  parameters: createPaymentRequest.Parameters,
): Promise<PaymentRequest> {
  const { amount, note, validMs = defaultValidMs } = parameters
  const chainId = parameters.chainId ?? readActiveChainId(foyer)
  if (!chainId) throw new FoyerError('network-undefined')
  const network = requireNetwork(foyer, chainId)
  const { adapter, payments } = await readPayments(foyer, chainId)
  const to = parameters.to ?? readAccount(foyer, network.chainNamespace).address
  if (to === undefined) throw new FoyerError('not-connected', { details: 'Name the receiver: to.' })
  const token = tokenAddress(parameters.token, chainId)
  for (const address of token === undefined ? [to] : [to, token])
    if (!(await adapter.verifyAddress(address)))
      throw new FoyerError('address-invalid', { details: address })
  if (typeof amount !== 'bigint' || !Number.isSafeInteger(validMs) || validMs <= 0)
    throw new FoyerError('params-invalid', {
      details: 'amount must be a bigint, and validMs a whole number above 0.',
    })
  const request: PaymentRequest = {
    id: crypto.randomUUID().replaceAll('-', ''),
    asset: `${chainId}/${payments.assetOf(token)}`,
    amount,
    to,
    // Whole seconds, as blocks count.
    expiresAt: Math.ceil((Date.now() + validMs) / 1000) * 1000,
    ...(note !== undefined && note !== '' && { note }),
  }
  const parsed = v.safeParse(paymentRequest, toPaymentFields(request))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new FoyerError('params-invalid', {
    details: `${v.getDotPath(issue) ?? 'request'} ${issue.message}; a note has at most ${noteLength} characters.`,
  })
}

export declare namespace createPaymentRequest {
  type Parameters = {
    /** In the token's smallest unit, above 0. */
    amount: bigint
    /** @default the network's own coin */
    token?: string | undefined
    /** The receiver. @default the connected account */
    to?: string | undefined
    /** @default the active network */
    chainId?: ChainId | undefined
    /** Time to pay, ms. @default 900000 */
    validMs?: number | undefined
    /** For the payer: one line, at most 140 characters. */
    note?: string | undefined
  }
}
