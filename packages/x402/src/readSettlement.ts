import { decodeHeader, paymentHeaders, type Settlement, settlement } from '@foyer/protocol/x402'

export type { Settlement }

/**
 * Reads what a server says of a payment: `success`, `transaction`, `network`, `payer`, and `errorReason` if nothing was paid
 * (`transaction` is empty then). Look the transaction up on the chain before you rely on it.
 *
 * @returns undefined if the answer says nothing of a payment.
 */
export const readSettlement = ({ headers }: Response): Settlement | undefined =>
  decodeHeader(settlement, headers.get(paymentHeaders[2].settlement)) ??
  decodeHeader(settlement, headers.get(paymentHeaders[1].settlement))
