import { decodeHeader, paymentHeaders, type Settlement, settlement } from '@foyer/protocol/x402'

/** The statement of a server about a payment. Look the transaction up on the chain before you rely on it. */
export type PaymentReceipt = Settlement

/** Reads the receipt of a paid answer: `success`, `transaction`, `payer`, `network`; undefined if it carries none. */
export const readPaymentReceipt = ({ headers }: Response): PaymentReceipt | undefined =>
  decodeHeader(settlement, headers.get(paymentHeaders[2].settlement)) ??
  decodeHeader(settlement, headers.get(paymentHeaders[1].settlement))
