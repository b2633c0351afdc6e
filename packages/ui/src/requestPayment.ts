import type { PaymentReceipt, PaymentRequest } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from './modal.ts'

/**
 * Opens a payment request in the modal: the user sees amount, receiver and network, connects a wallet if there is none,
 * and pays. The request is paid once, also if it is opened again or in another tab.
 *
 * @returns The receipt once the chain has the payment. Check it on your server with `verifyPayment` before you deliver.
 * @throws FoyerError `user-rejected` (closed before the wallet was asked), `transaction-rejected` (it failed, or its end
 *   is not known; `details` names the transaction)
 * @example
 * ```ts
 * const receipt = await requestPayment(modal, { request })
 * ```
 */
export async function requestPayment(
  modal: Modal,
  { request }: { request: PaymentRequest },
): Promise<PaymentReceipt> {
  const { openPayment } = await import('./views/pay/openPayment.ts')
  const { store } = openPayment(modal.foyer, request)
  await modal.open('Pay', { request })
  return new Promise((resolve, reject) => {
    const isClosed = () => !modal.store.get().open && modal.options.embedded !== true
    const stop = () => {
      for (const one of stops) one()
    }
    const follow = () => {
      const { stage } = store.get()
      if (stage.status === 'paid') {
        stop()
        return resolve(stage.receipt)
      }
      const isUnderWay = ['asking', 'pending', 'elsewhere'].includes(stage.status)
      if (!isClosed() || isUnderWay) return
      // Connecting a wallet closes the modal for a moment.
      setTimeout(() => {
        if (!isClosed()) return
        stop()
        reject(
          'hash' in stage
            ? new FoyerError('transaction-rejected', { details: `${stage.status}: ${stage.hash}` })
            : new FoyerError('user-rejected'),
        )
      }, 0)
    }
    const stops = [store.subscribe(follow), modal.store.subscribe(follow)]
    follow()
  })
}
