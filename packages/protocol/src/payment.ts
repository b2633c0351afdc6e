export { hashPayment } from './payment/hashPayment.ts'
export { parseAsset } from './payment/parseAsset.ts'
export {
  noteLength,
  type PaymentFields,
  type PaymentRequest,
  paymentRequest,
  toPaymentFields,
} from './payment/paymentRequest.ts'
