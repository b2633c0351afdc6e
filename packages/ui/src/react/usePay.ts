import { type PaymentReceipt, pay } from '@foyer/core'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Pays a request from the connected account, without a screen: show the user what they pay before. `requestPayment` of
 * `@foyer/ui` does it in the modal.
 *
 * @returns A mutation whose `data` is the receipt; fails as `pay` of the core.
 * @example
 * ```tsx
 * const { mutate, data: receipt } = usePay()
 * return <button onClick={() => mutate({ request })}>Pay</button>
 * ```
 */
export function usePay(): Mutation<PaymentReceipt, pay.Parameters> {
  return useFoyerMutation(pay)
}
