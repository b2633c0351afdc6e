import { openPayment, type PaymentRequest } from '@foyer/core'
import type { Modal } from '../src/modal.ts'
import { address } from '../src/testFoyer.test.kit.ts'
import {
  bob,
  decline,
  never,
  sendingFoyer,
  tokenContract,
} from '../src/views/send/testSend.test.kit.ts'
import type { Scene } from './scene.ts'

type Kit = NonNullable<Parameters<typeof sendingFoyer>[0]>
const copy = `${address.slice(0, 6)}${'1'.repeat(32)}${address.slice(-4)}`

const requestOf = (more: Partial<PaymentRequest>): PaymentRequest => ({
  id: 'ab'.repeat(16),
  asset: `eip155:1/erc20:${tokenContract}`,
  amount: 12_500_000n,
  to: bob,
  expiresAt: Math.ceil(Date.now() / 1000) * 1000 + 900_000,
  note: 'Two coffees',
  ...more,
})

/** Opens a request, and pays it if `pays`. */
function scene(more: Partial<PaymentRequest> = {}, pays = false, kit: Kit = {}): Scene {
  return {
    kit: async () =>
      (await sendingFoyer({ ...kit, options: { features: { pay: true }, ...kit.options } })).foyer,
    show: async (modal: Modal) => {
      const request = requestOf(more)
      await modal.open('Pay', { request })
      if (!pays) return
      const payment = openPayment(modal.foyer, request)
      await payment.refresh()
      void payment.pay()
    },
  }
}

export const payScenes: Readonly<Record<string, Scene>> = {
  pay: scene(),
  'pay-coins': scene({ amount: 10n ** 15n, asset: 'eip155:1/slip44:60', note: undefined }),
  'pay-long': scene({
    amount: 123_456_789_012_345n,
    note: 'A note that goes on and on, since whoever wrote it had so much to say about what this payment is for, and did not stop before the end.',
  }),
  'pay-expired': scene({ expiresAt: 1_000_000 }),
  'pay-too-little': scene({ amount: 10n ** 12n }),
  'pay-look-alike': scene({ to: copy }),
  'pay-declined': scene({}, true, { chain: { send: decline } }),
  'pay-asking': scene({}, true, { chain: { send: never } }),
  'pay-pending': scene({}, true, { chain: { receipt: never } }),
  'pay-paid': scene({}, true),
  'pay-failed': scene({}, true, {
    chain: {
      check: () => ({ status: 'unpaid', reason: 'not-found' }),
      receipt: async () => 'reverted',
    },
  }),
  'pay-untied': scene({}, true, {
    chain: { check: () => ({ status: 'unpaid', reason: 'other-request' }) },
  }),
}
