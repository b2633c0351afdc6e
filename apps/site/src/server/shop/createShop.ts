import { createFoyer, createPaymentRequest, type PaymentRequest, verifyPayment } from '@foyer/core'
import { evm } from '@foyer/evm'
import { type ChainId, namespaceOf, parseUnits, readOwn } from '@foyer/protocol'
import { toPaymentFields } from '@foyer/protocol/payment'
import { solana } from '@foyer/solana'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { listOwnNetworks } from '../../listNetworks.ts'
import { goods, newOrder, payment } from '../../shop/shopOrder.ts'
import type { SiteConfig } from '../../siteConfig.ts'

/** Orders that are kept; the oldest is dropped. */
const orderLimit = 1_000
const longestBody = 1_024

type Order = { readonly request: PaymentRequest; isPaid: boolean }

/**
 * The server of the demo shop. It keeps each order's request, and asks the chain itself before it delivers: a page can
 * report any transaction.
 */
export function createShop(
  config: SiteConfig,
  accounts: NonNullable<SiteConfig['shopAccounts']>,
): Hono {
  const foyer = createFoyer({
    projectId: config.projectId,
    adapters: [evm(), solana()],
    networks: listOwnNetworks(config) as [never],
  })
  const orders = new Map<string, Order>()
  const shop = new Hono()
  shop.use(bodyLimit({ maxSize: longestBody }))

  shop.post('/orders', async (c) => {
    const asked = v.safeParse(newOrder, await c.req.json().catch(() => undefined))
    if (!asked.success) return c.json({ error: 'This is no order.' }, 400)
    const { chainId, good } = asked.output
    const terms = priceOf(good, chainId as ChainId)
    if (!terms) return c.json({ error: 'It is not sold on this network.' }, 400)
    const request = await createPaymentRequest(foyer, { ...terms, chainId: chainId as ChainId })
    const [oldest] = orders.keys()
    if (orders.size >= orderLimit && oldest !== undefined) orders.delete(oldest)
    orders.set(request.id, { request, isPaid: false })
    return c.json({ request: toPaymentFields(request) }, 201)
  })

  shop.post('/orders/:id/check', async (c) => {
    const order = orders.get(c.req.param('id'))
    if (!order) return c.json({ error: 'There is no such order.' }, 404)
    const told = v.safeParse(payment, await c.req.json().catch(() => undefined))
    if (!told.success) return c.json({ error: 'This is no payment.' }, 400)
    if (order.isPaid) return c.json({ status: 'paid' })
    const verdict = await verifyPayment(foyer, { hash: told.output.hash, request: order.request })
    order.isPaid = verdict.status === 'paid'
    const { status } = verdict
    return c.json(status === 'unpaid' ? { status, reason: verdict.reason } : { status })
  })
  return shop

  /** @returns undefined if the shop does not sell it there. */
  function priceOf(id: (typeof goods)[number]['id'], chainId: ChainId) {
    const good = goods.find((one) => one.id === id)
    const network = config.networks.find((one) => chainId.endsWith(`:${one.id}`))
    const to = readOwn(accounts, namespaceOf(chainId))
    if (!good || !network || to === undefined) return undefined
    const token = network.tokens?.find(({ symbol }) => symbol === good.symbol)
    if (good.symbol !== undefined && !token) return undefined
    const { decimals } = token ?? network.nativeCurrency
    const amount = parseUnits(good.price, decimals)
    return amount && { amount, note: good.name, to, token: token?.address }
  }
}
