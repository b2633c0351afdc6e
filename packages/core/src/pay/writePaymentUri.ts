import { FoyerError } from '@foyer/protocol'
import { hashPayment, type PaymentRequest } from '@foyer/protocol/payment'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { readPayments } from './readPayments.ts'
import { requireAsset } from './requireAsset.ts'

/**
 * Writes a request as wallets read it from a code: Solana Pay, or EIP-681. EIP-681 has no place for a reference, so a
 * payment by it is not tied to the request: show the link of `writePaymentLink` there.
 *
 * @returns `isTied`: wallets that pay it tell which request they pay.
 * @throws FoyerError `network-undefined`, `adapter-not-found`, `chain-unsupported`, `address-invalid`, `rpc-failed`
 */
export async function writePaymentUri(
  foyer: Foyer,
  request: PaymentRequest,
): Promise<{ readonly uri: string; readonly isTied: boolean }> {
  const { amount, note, to } = request
  const { chainId, token } = requireAsset(request)
  const network = requireNetwork(foyer, chainId)
  const [{ adapter, payments, transfers }, reference] = await Promise.all([
    readPayments(foyer, chainId),
    hashPayment(request),
  ])
  if (!(await adapter.verifyAddress(to))) throw new FoyerError('address-invalid', { details: to })
  const { decimals } =
    token === undefined
      ? network.nativeCurrency
      : await payments.readToken({ rpc: createRpc(foyer, network), token })
  const write = (tie: { reference?: string }) =>
    transfers.writeRequest({ address: to, amount, decimals, network, note, token, ...tie })
  const uri = write({ reference })
  return { uri, isTied: uri !== write({}) }
}
