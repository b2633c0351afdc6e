import { address, networks, testFoyer } from '../src/testFoyer.test.kit.ts'
import { type TestSellers, testSeller, testSellers } from '../src/views/buy/testSellers.test.kit.ts'
import type { Scene } from './scene.ts'

const never = () => new Promise<never>(() => {})

/** @param leaves - Continues to the seller, whose page does not open. */
function scene(change: (sellers: TestSellers) => void, leaves = false): Scene {
  return {
    async kit() {
      const sellers = testSellers()
      change(sellers)
      const { foyer } = await testFoyer({ options: { apiUrl: sellers.url, networks } })
      return foyer
    },
    async show(modal) {
      await modal.open('Account')
      modal.router.push('Buy')
      if (!leaves) return
      window.open = () => ({ location: { replace() {} }, closed: false }) as unknown as Window
      const find = () =>
        modal.element.shadowRoot?.querySelector<HTMLButtonElement>('.buy [type=submit]:enabled')
      for (let button = find(); !button; button = find())
        await new Promise((resolve) => setTimeout(resolve, 50))
      find()?.click()
    },
  }
}

const longName = 'The Seller With the Longest Name of All Sellers'

export const buyScenes: Readonly<Record<string, Scene>> = {
  buy: scene(() => {}),
  'buy-long': scene((sellers) => {
    sellers.offers = [
      testSeller('meld', longName, { feePercent: { min: 1, max: 2 } }),
      testSeller('moonpay', 'MoonPay'),
      testSeller('stripe', 'Stripe'),
    ]
    sellers.delivers.meld = '123456789012.123456789012345678'
    sellers.delivers.stripe = undefined
  }),
  'buy-loading': scene((sellers) => {
    sellers.answer = never
  }),
  'buy-failed': scene((sellers) => {
    sellers.answer = async () => Response.json({}, { status: 400 })
  }),
  'buy-none': scene((sellers) => {
    sellers.offers = []
  }),
  'buy-refused': scene((sellers) => {
    sellers.refuses = 400
  }, true),
  'buy-open': scene(() => {}, true),
  'buy-pending': scene((sellers) => {
    sellers.status = 'pending'
  }, true),
  'buy-arrived': scene((sellers) => {
    sellers.status = 'arrived'
  }, true),
  'buy-ended': scene((sellers) => {
    sellers.status = 'failed'
  }, true),
  'buy-remembered': {
    async kit() {
      const sellers = testSellers()
      const { foyer } = await testFoyer({ options: { apiUrl: sellers.url, networks } })
      foyer.storage.write('purchase', ['one', address, 'eip155:1', 'ETH', 'Meld.io'])
      return foyer
    },
    async show(modal) {
      await modal.open('Account')
      modal.router.push('Buy')
    },
  },
}
