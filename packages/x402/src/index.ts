export type { PaymentBudget } from './budget.ts'
export { type PayFetch, payFetch } from './payFetch.ts'
export { readSettlement, type Settlement } from './readSettlement.ts'
