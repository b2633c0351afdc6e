import { FoyerError } from '@foyer/protocol'
import { hashPayment, type PaymentRequest } from '@foyer/protocol/payment'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import type { PaymentReceipt } from './paymentReceipt.ts'
import type { PaymentCheck, PaymentRefusal } from './payments.ts'
import { readPayments } from './readPayments.ts'
import { requireAsset } from './requireAsset.ts'

/** The state of a request on its chain. */
export type PaymentVerdict =
  | { readonly status: 'paid'; readonly receipt: PaymentReceipt }
  | { readonly status: 'pending'; readonly hash: string }
  | { readonly status: 'unpaid'; readonly reason: PaymentRefusal }

/**
 * Reads from the chain whether a request is paid: on a server before it delivers, or in a page. It needs no connected
 * account. A transaction counts only if its asset, receiver and exact amount are those of the request, it carries the
 * hash of the request, it succeeded, and its block is not later than `expiresAt`. One transaction never pays two
 * requests.
 *
 * Take `request` from your own database: a page may send any.
 *
 * @param parameters.hash - As the page reports it, or as found. Without it the chain is searched: by the reference where
 *   it is an account, else among recent transfers of the token. Coins of other networks are not found without a hash.
 * @param parameters.isFinal - true: paid only once the network can not take the block back; pending until then.
 *   @default false
 * @throws FoyerError `network-undefined`, `adapter-not-found`, `chain-unsupported`, `params-invalid`, `address-invalid`,
 *   `rpc-failed`, `request-timed-out`: nothing is known then
 */
export async function verifyPayment(
  foyer: Foyer,
  {
    hash,
    isFinal = false,
    request,
  }: { hash?: string | undefined; isFinal?: boolean | undefined; request: PaymentRequest },
): Promise<PaymentVerdict> {
  const { amount, asset, expiresAt, id, to } = request
  const { chainId, token } = requireAsset(request)
  const rpc = createRpc(foyer, requireNetwork(foyer, chainId))
  const [{ adapter, payments }, reference] = await Promise.all([
    readPayments(foyer, chainId),
    hashPayment(request),
  ])
  for (const address of token === undefined ? [to] : [to, token])
    if (!(await adapter.verifyAddress(address)))
      throw new FoyerError('address-invalid', { details: address })
  const terms = { amount, expiresAt, reference, to, token }
  const candidates = hash === undefined ? await payments.find({ rpc, terms }) : [hash]
  let last: PaymentVerdict = { status: 'unpaid', reason: 'not-found' }
  for (const one of candidates) {
    const verdict = write(one, await payments.check({ hash: one, isFinal, rpc, terms }))
    if (verdict.status === 'paid') return verdict
    if (verdict.status === 'pending' || hash !== undefined) last = verdict
  }
  return last

  function write(hash: string, check: PaymentCheck): PaymentVerdict {
    if (check.status === 'unpaid') return check
    if (check.status === 'pending') return { status: 'pending', hash }
    const { at: paidAt, from } = check
    return { status: 'paid', receipt: { id, hash, asset, amount, from, to, paidAt } }
  }
}
