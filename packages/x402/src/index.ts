export type { PaymentBudget } from './budget.ts'
export { type PayFetch, payFetch } from './payFetch.ts'
export { type PaymentReceipt, readPaymentReceipt } from './readPaymentReceipt.ts'
