import type { PaymentRequest } from '@foyer/core'
import * as v from 'valibot'
import { order, orderState } from './shopOrder.ts'

/** Timeout of a call to the shop's server, ms. */
const timeoutMs = 15_000

async function post<output>(
  path: string,
  body: object,
  schema: v.GenericSchema<unknown, output>,
): Promise<output> {
  const response = await fetch(`/shop${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The shop answers ${response.status}.`)
  return v.parse(schema, await response.json())
}

/** Orders a good; the shop answers with its payment request. */
export async function placeOrder(good: string, chainId: string): Promise<PaymentRequest> {
  return (await post('/orders', { good, chainId }, order)).request
}

/** Asks the shop whether an order is paid; the shop looks at the chain itself. */
export const checkOrder = (id: string, hash: string | undefined) =>
  post(`/orders/${id}/check`, { ...(hash !== undefined && { hash }) }, orderState)
