import { FoyerError } from '@foyer/protocol'
import type { PaymentRequest } from '@foyer/protocol/payment'
import type { Foyer } from '../foyer.ts'
import { openPayment } from './openPayment.ts'
import type { PaymentReceipt } from './paymentReceipt.ts'

/**
 * Pays a request from the connected account: checks it, switches to its network, asks the wallet, and waits until the
 * payment is on the chain. A request that is paid already is not paid again: its receipt is returned. Show the user
 * amount, asset, receiver and network before.
 *
 * @throws FoyerError `not-connected`, `chain-unsupported` (network), `params-invalid` (the request), `transaction-rejected`
 *   (expired, too little, refused or failed; `details` says which), `request-pending` (another tab pays), `user-rejected`,
 *   `request-timed-out` …
 * @source spec 2.13
 */
export async function pay(foyer: Foyer, { request }: pay.Parameters): Promise<PaymentReceipt> {
  const payment = openPayment(foyer, request)
  const { store } = payment
  await payment.refresh()
  if (store.get().facts?.problem === 'wrong-network') await payment.switchNetwork()
  const { facts, factsError } = store.get()
  if (factsError) throw factsError
  if (facts?.problem !== undefined && store.get().stage.status === 'ready')
    throw problemError(facts.problem, facts.details)
  // It also follows a payment in another tab, which is not waited for here.
  void payment.pay()
  return untilOver()

  async function untilOver(): Promise<PaymentReceipt> {
    const { stage } = store.get()
    switch (stage.status) {
      case 'paid':
        return stage.receipt
      case 'error':
        throw stage.error
      case 'elsewhere':
        throw new FoyerError('request-pending', { details: 'Another tab pays this request.' })
      case 'failed':
      case 'untied':
      case 'unknown':
        throw new FoyerError('transaction-rejected', {
          details: `${stage.status}: see ${stage.hash}.`,
        })
      case 'ready':
        throw new FoyerError('request-aborted')
      default:
        return new Promise((resolve, reject) => {
          const stop = store.subscribe(({ stage: { status } }) => {
            if (status === 'asking' || status === 'pending') return
            stop()
            untilOver().then(resolve, reject)
          })
        })
    }
  }
}

export declare namespace pay {
  type Parameters = { request: PaymentRequest }
}

function problemError(problem: string, details: string | undefined): FoyerError {
  const code =
    problem === 'not-connected'
      ? 'not-connected'
      : problem === 'invalid'
        ? 'params-invalid'
        : problem === 'network-unknown' || problem === 'wrong-network'
          ? 'chain-unsupported'
          : 'transaction-rejected'
  return new FoyerError(code, { details: details ?? `The request can not be paid: ${problem}.` })
}
