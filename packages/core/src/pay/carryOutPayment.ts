import { FoyerError, namespaceOf, toFoyerError } from '@foyer/protocol'
import type { PaymentRequest } from '@foyer/protocol/payment'
import type { Foyer } from '../foyer.ts'
import { isUnclear } from '../send/isUnclear.ts'
import { sendToken } from '../send/sendToken.ts'
import { waitForTransaction } from '../send/waitForTransaction.ts'
import { delay } from '../wait/delay.ts'
import { lockPayment } from './lockPayment.ts'
import { readPaymentRecord, writePaymentRecord } from './paymentRecords.ts'
import type { PaymentStage } from './paymentState.ts'
import { requireAsset } from './requireAsset.ts'
import { type PaymentVerdict, verifyPayment } from './verifyPayment.ts'

type Order = { readonly reference: string; readonly request: PaymentRequest }

/**
 * Looks for a payment of the request: the one that this browser sent, else one on the chain.
 *
 * @returns No stage if there is none; `wasAsked`: the wallet was asked, and its answer is not known.
 */
export async function findPayment(
  foyer: Foyer,
  { reference, request }: Order,
): Promise<{ readonly stage: PaymentStage | undefined; readonly wasAsked: boolean }> {
  const { hash } = readPaymentRecord(foyer, reference) ?? {}
  const verdict = await verifyPayment(foyer, { hash, request })
  if (verdict.status === 'paid')
    return { stage: { status: 'paid', receipt: verdict.receipt }, wasAsked: false }
  if (verdict.status === 'pending')
    return { stage: { status: 'pending', hash: verdict.hash }, wasAsked: false }
  // A failed payment took nothing: the request can be paid again.
  if (hash !== undefined && verdict.reason === 'failed')
    writePaymentRecord(foyer, reference, undefined)
  const record = readPaymentRecord(foyer, reference)
  return { stage: undefined, wasAsked: record !== undefined }
}

/**
 * Pays a request once: not if it is paid already, nor while another tab pays it. Reads the transaction back from the
 * chain before it counts.
 *
 * @param parameters.isAsked - The user wants to pay now. false: only follows a payment that is under way.
 * @returns The end; undefined if another tab pays.
 * @throws FoyerError `transaction-rejected` (expired), and those of `sendToken`: nothing was sent
 */
export async function carryOutPayment(
  foyer: Foyer,
  {
    isAsked,
    onStage,
    reference,
    request,
  }: Order & { isAsked: boolean; onStage: (stage: PaymentStage) => void },
): Promise<PaymentStage | undefined> {
  const locked = await lockPayment(reference, async (): Promise<PaymentStage> => {
    const { stage } = await findPayment(foyer, { reference, request })
    if (stage?.status === 'paid') return stage
    if (!stage && !isAsked) return { status: 'ready' }
    const hash =
      stage?.status === 'pending' ? stage.hash : await send(foyer, { reference, request })
    onStage({ status: 'pending', hash })
    return follow(foyer, { hash, reference, request })
  })
  return locked?.result
}

async function send(foyer: Foyer, { reference, request }: Order): Promise<string> {
  const { amount, expiresAt, to } = request
  const { chainId, token } = requireAsset(request)
  if (expiresAt <= Date.now())
    throw new FoyerError('transaction-rejected', { details: 'The payment request has expired.' })
  const namespace = namespaceOf(chainId)
  const connection = foyer.store.get().connections[namespace]
  if (connection?.status === 'connected' && connection.chainId !== chainId)
    throw new FoyerError('chain-unsupported', {
      details: `The request is for ${chainId}, the wallet on ${connection.chainId}: switch the network first.`,
    })
  const askedAt = Date.now()
  writePaymentRecord(foyer, reference, { askedAt })
  try {
    const hash = await sendToken(foyer, { amount, namespace, reference, to, token })
    writePaymentRecord(foyer, reference, { askedAt, hash })
    return hash
  } catch (thrown) {
    // After a timeout or an unclear answer the wallet may still send it.
    if (!isUnclear(toFoyerError(thrown))) writePaymentRecord(foyer, reference, undefined)
    throw thrown
  }
}

/** Reads of a transaction in a block, and the pause between them, ms: nodes behind one address differ for a moment. */
const readLimit = 8
const readPauseMs = 1_500

async function follow(
  foyer: Foyer,
  { hash, reference, request }: Order & { hash: string },
): Promise<PaymentStage> {
  const { chainId } = requireAsset(request)
  try {
    const { status } = await waitForTransaction(foyer, {
      chainId,
      hash,
      namespace: namespaceOf(chainId),
    })
    if (status === 'reverted') {
      writePaymentRecord(foyer, reference, undefined)
      return { status: 'failed', hash }
    }
    let verdict = await verifyPayment(foyer, { hash, request })
    for (let reads = 1; isMissing(verdict) && reads < readLimit; reads++) {
      await delay(readPauseMs)
      verdict = await verifyPayment(foyer, { hash, request })
    }
    if (verdict.status !== 'paid')
      return { status: isMissing(verdict) ? 'unknown' : 'untied', hash }
    foyer.events.emit('payment', verdict.receipt)
    return { status: 'paid', receipt: verdict.receipt }
  } catch (thrown) {
    foyer.log('info', 'the end of the payment is not known', thrown)
    return { status: 'unknown', hash }
  }
}

/** True if a node does not have the transaction yet. */
function isMissing(verdict: PaymentVerdict): boolean {
  return (
    verdict.status === 'pending' || (verdict.status === 'unpaid' && verdict.reason === 'not-found')
  )
}
