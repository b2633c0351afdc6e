import { openPayment as open } from '@foyer/core'

/** The code of a payment, which its view and the site's call load. */
export const openPayment = open
