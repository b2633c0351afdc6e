import type { PaymentRequest } from '@foyer/core'

/** The request to pay. Its terms can not be changed on the screen. */
export type PayData = { readonly request: PaymentRequest }
