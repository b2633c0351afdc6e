import { decodeHeader, paymentHeaders, type Settlement, settlement } from '@foyer/protocol/x402'

/** The statement of a server about a payment. Look the transaction up on the chain before you rely on it. */
export type PaymentReceipt = Settlement

/**
 * Reads the receipt of an answer: `success`, `transaction`, `payer`, `network`, and `errorReason` when the server did not take the
 * payment.
 * @returns undefined if the answer has none
 */
export const readPaymentReceipt = ({ headers }: Response): PaymentReceipt | undefined =>
  decodeHeader(settlement, headers.get(paymentHeaders[2].settlement)) ??
  decodeHeader(settlement, headers.get(paymentHeaders[1].settlement))
