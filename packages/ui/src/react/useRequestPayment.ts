import type { PaymentReceipt, pay } from '@foyer/core'
import { requestPayment } from '../requestPayment.ts'
import { useFoyerContext, whenModal } from './FoyerContext.ts'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Opens a payment request in the modal, where the user connects a wallet if necessary, and pays.
 *
 * @returns A mutation whose `data` is the receipt; fails with `user-rejected` if it is closed before.
 * @example
 * ```tsx
 * const { mutate, data: receipt } = useRequestPayment()
 * return <button onClick={() => mutate({ request })}>Buy</button>
 * ```
 */
export function useRequestPayment(): Mutation<PaymentReceipt, pay.Parameters> {
  const context = useFoyerContext()
  return useFoyerMutation(async (_, variables: pay.Parameters) =>
    requestPayment(await whenModal(context), variables),
  )
}
