import type { Payments } from '@foyer/core'
import { checkPayment } from './payments/checkPayment.ts'
import { findPayments } from './payments/findPayments.ts'
import { readPaymentToken, readTokenBalance } from './payments/readPaymentToken.ts'

/** Payments that name the reference of their request as an account. @source https://docs.solanapay.com/spec#reference */
export const payments: Payments = {
  assetOf: (token) => (token === undefined ? 'slip44:501' : `token:${token}`),
  check: checkPayment,
  find: findPayments,
  readBalance: readTokenBalance,
  readToken: readPaymentToken,
}
