import type { Payments } from '@foyer/core'
import { checkPayment } from './payments/checkPayment.ts'
import { findPayments } from './payments/findPayments.ts'
import { readPaymentToken, readTokenBalance } from './payments/readPaymentToken.ts'

/** Payments whose call data ends with the reference of their request. */
export const payments: Payments = {
  // 60 is ether: other coins of EVM networks are held by the same keys.
  assetOf: (token) => (token === undefined ? 'slip44:60' : `erc20:${token}`),
  check: checkPayment,
  find: findPayments,
  readBalance: readTokenBalance,
  readToken: readPaymentToken,
}
